/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* SPDX-FileCopyrightText: 2026 The rx-glib authors */

#pragma once

#include <rx-glib/rx-observable.h>
#include <rx-glib/rx-observer.h>

G_BEGIN_DECLS

#define RX_TYPE_SUBJECT                 (rx_subject_get_type ())
#define RX_SUBJECT(object)              (G_TYPE_CHECK_INSTANCE_CAST ((object), RX_TYPE_SUBJECT, RxSubject))
#define RX_IS_SUBJECT(object)           (G_TYPE_CHECK_INSTANCE_TYPE ((object), RX_TYPE_SUBJECT))

typedef struct _RxSubjectClass          RxSubjectClass;

G_DEFINE_AUTOPTR_CLEANUP_FUNC (RxSubject, g_object_unref)

/**
 * RxSubjectClass:
 * @parent_class: the parent class
 *
 * The class of subjects.
 */
struct _RxSubjectClass
{
  RxObservableClass parent_class;

  /*< private >*/
  gpointer padding[4];
};

RX_AVAILABLE_IN_ALL
GType      rx_subject_get_type        (void);
RX_AVAILABLE_IN_ALL
gboolean   rx_subject_has_observers   (RxSubject    *self);
RX_AVAILABLE_IN_ALL
void       rx_subject_next            (RxSubject    *self,
                                       const GValue *item);
RX_AVAILABLE_IN_ALL
void       rx_subject_error           (RxSubject    *self,
                                       const GError *error);
RX_AVAILABLE_IN_ALL
void       rx_subject_completed       (RxSubject    *self);

#define RX_TYPE_PUBLISH_SUBJECT (rx_publish_subject_get_type ())
RX_AVAILABLE_IN_ALL
G_DECLARE_FINAL_TYPE (RxPublishSubject, rx_publish_subject, RX, PUBLISH_SUBJECT, RxSubject)

RX_AVAILABLE_IN_ALL
RxSubject *rx_publish_subject_new     (void);

G_END_DECLS
