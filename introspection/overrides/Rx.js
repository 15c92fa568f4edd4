/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* SPDX-FileCopyrightText: 2026 The rx-glib authors */

/* exported _init */

/* The library as JavaScript wants it. What lies below rx/:
 *
 *   signatures.js  which arguments and results of each function are items, functions, numbers; made from the GIR
 *   values.js      how values of JavaScript become items and come back, and what is thrown becomes a GError
 *   wrap.js        lays both round every function of the namespace
 *   sugar.js       what JavaScript writes in another way than C
 */

const {rx} = imports.overrides;

function _init() {
    const {signatures} = rx.signatures;
    // A function of JavaScript that is called on a thread of its own takes the engine down: the library then makes an
    // error of the call.
    this.set_thread_affine(true);

    rx.values.setup(this);
    const converters = rx.sugar.makeConverters(this);
    rx.wrap.setup(this, signatures, converters);
    rx.wrap.wrapNamespace(this, signatures);
    rx.sugar.addSugar(this, converters);
}
