/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* SPDX-FileCopyrightText: 2026 The rx-glib authors */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * RxProtocolRule:
 * @RX_PROTOCOL_RULE_NOT_SUBSCRIBED: something came, or was asked for, before the stage was subscribed
 * @RX_PROTOCOL_RULE_SUBSCRIBED_TWICE: a stage was subscribed a second time
 * @RX_PROTOCOL_RULE_OVERLAP: an event came while another was under way, be it on another thread or from inside
 * @RX_PROTOCOL_RULE_NO_DEMAND: an item came that had not been asked for
 * @RX_PROTOCOL_RULE_UNSET: an item was an unset value, or an error was none
 * @RX_PROTOCOL_RULE_AFTER_END: an event came after the end of the stream
 * @RX_PROTOCOL_RULE_AFTER_DETACH: something came from upstream after it had let go
 * @RX_PROTOCOL_RULE_BAD_REQUEST: a number below 1 was asked for
 *
 * The rules of the protocol between the stages of a stream, which a checker sees to.
 *
 * Since: 1.0
 */
typedef enum
{
  RX_PROTOCOL_RULE_NOT_SUBSCRIBED,
  RX_PROTOCOL_RULE_SUBSCRIBED_TWICE,
  RX_PROTOCOL_RULE_OVERLAP,
  RX_PROTOCOL_RULE_NO_DEMAND,
  RX_PROTOCOL_RULE_UNSET,
  RX_PROTOCOL_RULE_AFTER_END,
  RX_PROTOCOL_RULE_AFTER_DETACH,
  RX_PROTOCOL_RULE_BAD_REQUEST
} RxProtocolRule;

G_END_DECLS
