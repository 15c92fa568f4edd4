/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* SPDX-FileCopyrightText: 2026 The rx-glib authors */

#include "subjects/rx-subject-private.h"

struct _RxPublishSubject
{
  RxSubject parent_instance;
};

/**
 * RxPublishSubject:
 *
 * A subject that passes on what comes while one is subscribed.
 *
 * ![-1-2-3-|
 *   publish_subject_new ()
 *   -1-2-3-|
 *   ---2-3-|](publish-subject.svg)
 *
 * Since: 1.0
 */
G_DEFINE_FINAL_TYPE (RxPublishSubject, rx_publish_subject, RX_TYPE_SUBJECT)

static void
rx_publish_subject_class_init (RxPublishSubjectClass *klass)
{
}

static const RxNodeOps publish_subject_node_ops = {
  .size = sizeof (RxSubjectCore),
  .name = "publish_subject",
  .subscribe = _rx_subject_core_subscribe,
  .finalize = _rx_subject_core_finalize,
};

gpointer
_rx_publish_subject_core_new (void)
{
  return _rx_subject_core_new (&publish_subject_node_ops);
}

static void
rx_publish_subject_init (RxPublishSubject *self)
{
  ((RxObservable *) self)->node = _rx_publish_subject_core_new ();
}

/**
 * rx_publish_subject_new:
 *
 * Makes a subject.
 *
 * Returns: (transfer full) (type Rx.PublishSubject): the subject
 *
 * Since: 1.0
 */
RxSubject *
rx_publish_subject_new (void)
{
  return g_object_new (RX_TYPE_PUBLISH_SUBJECT, NULL);
}
