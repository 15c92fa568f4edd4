/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* SPDX-FileCopyrightText: 2026 The rx-glib authors */

/* exported _init */

/* A function of JavaScript that is called on a thread of its own takes the engine down: the library then makes an error
 * of the call. */
function _init() {
    this.set_thread_affine(true);
}
