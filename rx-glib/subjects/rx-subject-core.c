/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* SPDX-FileCopyrightText: 2026 The rx-glib authors */

#include "subjects/rx-subject-core-private.h"

#include "rx-hooks-private.h"

enum
{
  EVENT_NEXT,
  EVENT_ERROR,
  EVENT_COMPLETED,
  EVENT_ADD,
  EVENT_REMOVE,
  EVENT_ABANDON
};

/* --- with the gate held, or under its edit --- */

static void
core_link (RxSubjectCore *self, RxSubjectLink *link)
{
  link->linked = TRUE;
  link->prev = self->last;
  if (self->last != NULL)
    self->last->next = link;
  else
    self->first = link;
  self->last = link;
  atomic_fetch_add_explicit (&self->n_links, 1, memory_order_relaxed);  /* relaxed: a statistic */
}

static void
core_unlink (RxSubjectCore *self, RxSubjectLink *link)
{
  link->linked = FALSE;
  if (link->prev != NULL)
    link->prev->next = link->next;
  else
    self->first = link->next;
  if (link->next != NULL)
    link->next->prev = link->prev;
  else
    self->last = link->prev;
  atomic_fetch_sub_explicit (&self->n_links, 1, memory_order_relaxed);  /* relaxed: as above */
}

/* Is there a place for the link in the list? */
static gboolean
core_accepts (RxSubjectCore *self, RxSubjectLink *link)
{
  return !self->ended && !self->abandoned && !_rx_sink_is_cancelled (&link->base);
}

/* --- the end of a link; it is in no list --- */

static void
link_end (RxSubjectLink *link, gboolean ended, const GError *error)
{
  RxSink *down = link->base.down;

  if (ended && !_rx_sink_is_cancelled (&link->base))
    {
      if (error != NULL)
        _rx_error (down, g_error_copy (error));
      else
        _rx_completed (down);
    }
  _rx_detach (down);
  _rx_sink_unref (link);
}

/* --- with the gate held --- */

static void
core_emit (RxSubjectCore *self, GValue *item)
{
  for (RxSubjectLink *link = self->first; link != NULL; link = link->next)
    {
      if (_rx_sink_is_cancelled (&link->base))
        continue;
      if (link == self->last)
        _rx_next (link->base.down, item);
      else
        {
          GValue copy;

          _rx_item_copy (&copy, item);
          _rx_next (link->base.down, &copy);
          _rx_item_clear (&copy);
        }
    }
}

static void
core_end_links (RxSubjectCore *self)
{
  RxSubjectLink *link;

  while ((link = self->first) != NULL)
    {
      core_unlink (self, link);
      link_end (link, self->ended, self->error);
    }
}

static void
core_handle (RxSubjectCore *self, RxEvent *event)
{
  RxSubjectLink *link = event->who;

  switch (event->kind)
    {
    case EVENT_NEXT:
      if (!self->ended)
        core_emit (self, &event->item);
      _rx_item_clear (&event->item);
      break;

    case EVENT_ERROR:
    case EVENT_COMPLETED:
      if (!self->ended)
        {
          self->ended = TRUE;
          self->error = event->error;
          core_end_links (self);
        }
      else if (event->error != NULL)
        _rx_undeliverable (event->error, _rx_node_get_name (&self->base));
      break;

    case EVENT_ADD:
      if (core_accepts (self, link))
        core_link (self, link);
      else
        link_end (link, self->ended, self->error);
      break;

    case EVENT_REMOVE:
      if (link->linked)
        {
          core_unlink (self, link);
          link_end (link, FALSE, NULL);
        }
      _rx_sink_unref (link);
      break;

    case EVENT_ABANDON:
      self->abandoned = TRUE;
      core_end_links (self);
      break;
    }
}

/* The gate is held. If the object has gone meanwhile, its reference goes last. */
static void
core_run (RxSubjectCore *self)
{
  gboolean abandoned = FALSE;
  RxEvent event;

  do
    while (_rx_serializer_take (&self->serializer, &event))
      {
        abandoned |= event.kind == EVENT_ABANDON;
        core_handle (self, &event);
      }
  while (!_rx_serializer_leave (&self->serializer));

  if (abandoned)
    _rx_node_unref (self);
}

static void
core_post (RxSubjectCore *self, RxEvent *event)
{
  if (_rx_serializer_post (&self->serializer, event) == RX_POST_RUN)
    core_run (self);
}

/* --- links --- */

/* Items come whether they were asked for or not. */
static void
link_request (RxSink *sink, gint64 n)
{
}

static void
link_cancel (RxSink *sink)
{
  RxSubjectLink *self = (RxSubjectLink *) sink;
  RxEvent event = { .kind = EVENT_REMOVE, .who = self };

  _rx_sink_set_cancelled (sink);
  _rx_sink_ref (self);          /* the event's */
  if (_rx_serializer_post_edit (&self->core->serializer, &event) == RX_POST_EDIT)
    {
      gboolean linked = self->linked;

      if (linked)
        core_unlink (self->core, self);
      _rx_serializer_edit_done (&self->core->serializer);
      if (linked)
        link_end (self, FALSE, NULL);
      _rx_sink_unref (self);
    }
}

static void
link_finalize (RxSink *sink)
{
  _rx_node_unref (((RxSubjectLink *) sink)->core);
  _rx_sink_free (sink);
}

static const RxSinkOps link_ops = {
  .size = sizeof (RxSubjectLink),
  .request = link_request,
  .cancel = link_cancel,
  .finalize = link_finalize,
};

/* The subscriber's gate is born held by not being in the list: it is added after subscribed() has returned, behind the
 * items that are being emitted. */
void
_rx_subject_core_subscribe (RxNode *node, RxSink *down)
{
  RxSubjectCore *self = (RxSubjectCore *) node;
  RxSubjectLink *link = _rx_sink_new (&link_ops, down);
  RxEvent event = { .kind = EVENT_ADD, .who = link };

  link->core = _rx_node_ref (self);
  _rx_sink_announce (&link->base);
  if (_rx_serializer_post_edit (&self->serializer, &event) == RX_POST_EDIT)
    {
      gboolean accepted = core_accepts (self, link);
      gboolean ended = self->ended;
      const GError *error = self->error;        /* it does not change once there is one */

      if (accepted)
        core_link (self, link);
      _rx_serializer_edit_done (&self->serializer);
      if (!accepted)
        link_end (link, ended, error);
    }
}

/* --- the object's side; any thread, the caller holds a reference to the object --- */

gpointer
_rx_subject_core_new (const RxNodeOps *ops)
{
  RxSubjectCore *self = _rx_node_new (ops, NULL);

  _rx_serializer_init (&self->serializer, FALSE);
  return self;
}

/* Moves the item. The object may go during the call, but the core stays: see core_run(). */
void
_rx_subject_core_next (RxSubjectCore *self, GValue *item)
{
  if (G_LIKELY (_rx_serializer_enter (&self->serializer)))
    {
      if (!self->ended)
        core_emit (self, item);
      if (G_UNLIKELY (!_rx_serializer_leave (&self->serializer)))
        core_run (self);
    }
  else
    {
      RxEvent event = { .kind = EVENT_NEXT };

      _rx_item_move (&event.item, item);
      core_post (self, &event);
    }
}

/* Takes the error; without one it is completion. */
void
_rx_subject_core_end (RxSubjectCore *self, GError *error)
{
  RxEvent event = { .kind = error != NULL ? EVENT_ERROR : EVENT_COMPLETED };

  event.error = error;
  core_post (self, &event);
}

/* The object goes, and gives a reference away: to whoever is at the gate, or drops it here. */
void
_rx_subject_core_abandon (RxSubjectCore *self)
{
  RxEvent event = { .kind = EVENT_ABANDON };

  core_post (self, &event);
}

void
_rx_subject_core_finalize (RxNode *node)
{
  RxSubjectCore *self = (RxSubjectCore *) node;

  g_clear_error (&self->error);
  _rx_serializer_clear (&self->serializer);
}
