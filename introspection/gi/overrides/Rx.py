# SPDX-License-Identifier: LGPL-2.1-or-later
# SPDX-FileCopyrightText: 2026 The rx-glib authors

"""rx-glib at home in Python.

The library's functions are wrapped as the typelib describes them, so an operator needs no line of its own here:

- a user function takes as many arguments as there is something to tell, and its result is an item, whatever it is;
- what it raises ends the stream, and on_error gets that very exception;
- every Python value can be an item, and comes back as it was; lists that the library makes arrive as lists;
- arguments that have a natural value may be left out, and the function may come first or last;
- a span is a datetime.timedelta or a whole number of microseconds.
"""

import datetime
import functools
import inspect
import operator
import os
import signal
import threading
import types

from gi import _gi
from gi.repository import GLib, GObject
from gi.repository import Gio  # noqa: F401, the types of its objects

from ..module import get_introspection_module

Rx = get_introspection_module('Rx')

__all__ = ['ops']

_HERE = os.path.normcase(__file__)
_DOMAIN = GLib.quark_to_string(Rx.exception_quark())
_NOTHING = object()


# --- values on their way into the library ---

_INT32 = range(-2**31, 2**31)
_INT64 = range(-2**63, 2**63)
_UINT64 = range(2**64)
_NULL = GObject.Value(GObject.TYPE_POINTER)


def _as_object(value):
    return GObject.Value(GObject.TYPE_PYOBJECT, value)


def _is_c_string(text):
    """Whether the text survives as a string of C."""
    if '\0' in text:
        return False
    if text.isascii():
        return True
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


def _box(value):
    """What stands for the value as a parameter that is an item."""
    kind = type(value)
    if kind is int:
        if value in _INT32:
            return value
        if value in _INT64:
            return GObject.Value(GObject.TYPE_INT64, value)
        if value in _UINT64:
            return GObject.Value(GObject.TYPE_UINT64, value)
        return _as_object(value)
    if kind is str:
        return value if _is_c_string(value) else _as_object(value)
    if kind is GObject.Value and value.g_type == GObject.TYPE_INVALID:
        raise TypeError('a GObject.Value without a type is not an item')
    if isinstance(value, (int, str, float)) and kind not in (bool, float) and not hasattr(kind, '__gtype__'):
        return _as_object(value)                # of a class of its own, which would be lost
    return value


def _box_element(value):
    """The same for an element of an array, where there is no way to pass nothing."""
    return _NULL if value is None else _box(value)


# --- values on their way out ---

# What never needs a second look.
_PLAIN = frozenset((int, str, float, bool, type(None), bytes, tuple, list, dict, set, frozenset))


def _unbox(value):
    """The item as Python keeps it. PyGObject hands boxed values out as they are, which are gone after the call."""
    if isinstance(value, GObject.GBoxed):
        if isinstance(value, Rx.List):
            return _native_list(value)
        return _gi._gvalue_get(GObject.Value(value.__gtype__, value))
    if isinstance(value, GLib.Error):
        return _original(value)
    return value


def _native_list(value):
    return [item if type(item) in _PLAIN else _unbox(item) for item in _list_items(value)]


_list_items = Rx.List.get_items


# --- exceptions ---

def _where(exception):
    """The innermost line of the user's in the traceback."""
    place = ''
    traceback = exception.__traceback__
    while traceback is not None:
        code = traceback.tb_frame.f_code
        if os.path.normcase(code.co_filename) != _HERE:
            place = f' ({os.path.basename(code.co_filename)}:{traceback.tb_lineno}, in {code.co_name})'
        traceback = traceback.tb_next
    return place


def _message(exception):
    try:
        text = str(exception)
    except Exception:
        text = 'it cannot be shown'
    name = type(exception).__qualname__
    text = (f'{name}: {text}' if text else name) + _where(exception)
    return text.replace('\0', '').encode(errors='replace').decode()


def _to_error(exception):
    """A GLib.Error for an exception. It keeps the exception until the library has taken the error."""
    if isinstance(exception, GLib.Error):
        return exception
    if isinstance(exception, type) and issubclass(exception, BaseException):
        exception = exception()
    if not isinstance(exception, BaseException):
        raise TypeError(f'an error is an exception, not {type(exception).__name__}')
    # One that is known already keeps its code, so that the errors of one exception are equal. Only the code is noted
    # with the exception: a reference would keep both for ever. Neither asks a class that has its own way with attributes.
    noted = BaseException.__getattribute__(exception, '__dict__')
    kept = Rx.Exception.lookup(noted.get('_rx_code', 0))
    if kept is None or kept.get_thrown() is not exception:
        kept = Rx.Exception.new(exception)
        noted['_rx_code'] = kept.get_code()
    error = GLib.Error(_message(exception), _DOMAIN, kept.get_code())
    error.rx_exception = kept
    return error


def _original(error):
    """The exception that the error stands for, or the error itself if it comes from C."""
    if error is not None and error.domain == _DOMAIN:
        kept = Rx.Exception.lookup(error.code)
        if kept is not None:
            return kept.get_thrown()
    return error


def _fail(exception):
    """Lets the function that is being called fail."""
    Rx.callback_fail(_to_error(exception))
    if isinstance(exception, (KeyboardInterrupt, SystemExit)):
        _interrupt(exception)


# What ends the program instead of a stream: it goes on from the call of Python's that is on the stack, or else from the
# main loop. Threads other than the main one end nothing but their stream.
_interrupted = None


def _interrupt(exception):
    global _interrupted
    if threading.current_thread() is threading.main_thread() and _interrupted is None:
        _interrupted = exception
        GLib.idle_add(_raise_in_loop, priority=GLib.PRIORITY_HIGH)


def _go_on_with_interrupt():
    global _interrupted
    if threading.current_thread() is threading.main_thread():
        exception, _interrupted = _interrupted, None
        if exception is not None:
            raise exception


def _raise_in_loop():
    global _interrupted
    if isinstance(_interrupted, KeyboardInterrupt):
        _interrupted = None
        signal.raise_signal(signal.SIGINT)      # as the key does it: GLib.MainLoop.run() is prepared for that
    else:
        _go_on_with_interrupt()
    return GLib.SOURCE_REMOVE


# --- user functions ---

_plain = _PLAIN
_return_object = Rx.callback_return
_return_int64 = Rx.callback_return_int64


def _return(value):
    """Hands over a result that a closure cannot simply return."""
    if type(value) is int and value in _INT64:
        _return_int64(value)
    else:
        _return_object(_box(value))


def _item_to_item(func):
    def call(item):
        try:
            result = func(item if type(item) in _plain else _unbox(item))
            kind = type(result)
            if kind is int:
                if -2147483648 <= result <= 2147483647:
                    return result
            elif kind is float or kind is bool:
                return result
            elif kind is str and result.isascii() and '\0' not in result:
                return result
            _return(result)
        except BaseException as e:
            _fail(e)
        return None
    return call


def _items_to_item(func):
    def call(*items):
        try:
            result = func(*[item if type(item) in _plain else _unbox(item) for item in items])
            kind = type(result)
            if kind is int:
                if -2147483648 <= result <= 2147483647:
                    return result
            elif kind is float or kind is bool:
                return result
            elif kind is str and result.isascii() and '\0' not in result:
                return result
            _return(result)
        except BaseException as e:
            _fail(e)
        return None
    return call


def _item_to_bool(func):
    def call(item):
        try:
            return bool(func(item if type(item) in _plain else _unbox(item)))
        except BaseException as e:
            _fail(e)
        return False
    return call


def _item_to_nothing(func):
    def call(item):
        try:
            func(item if type(item) in _plain else _unbox(item))
        except BaseException as e:
            _fail(e)
    return call


def _observable(func, result):
    if not isinstance(result, Rx.Observable):
        raise TypeError(f'{getattr(func, "__qualname__", func)} returned {type(result).__name__} and has to return '
                        'an Observable')
    return result


def _receive(value):
    return value if type(value) in _plain else _unbox(value)


class _Callback:
    """How a type of user functions is called, read from the typelib."""

    known = {}
    # Closures of these types are called without GObject's callbacks: faster, and PyGObject loses no memory.
    hand_made = {
        (('item',), 'item'): _item_to_item,
        (('item', 'item'), 'item'): _items_to_item,
        (('items',), 'item'): _items_to_item,
        (('item',), 'bool'): _item_to_bool,
        (('item',), None): _item_to_nothing,
    }
    # Nobody looks whether they have failed: what they raise is printed.
    cannot_fail = frozenset(('UndeliverableFunc',))

    @classmethod
    def of(cls, info):
        name = info.get_name()
        if name not in cls.known:
            cls.known[name] = cls(info)
        return cls.known[name]

    def __init__(self, info):
        self.name = info.get_name()
        args = info.get_arguments()
        lengths = {_type_of(arg).get_array_length() for arg in args if _is_array(_type_of(arg))}
        self.kinds = []                         # of what Python is handed, the number of elements included
        self.names = []                         # for help()
        self.result = None
        for i, arg in enumerate(args):
            kind = _kind(_type_of(arg))
            if arg.get_direction() == _gi.Direction.OUT:
                self.result = kind
            elif i in lengths:
                self.kinds.append('length')
            elif arg.get_closure() != i and arg.get_name() != 'user_data':
                self.kinds.append(kind)
                self.names.append(('*' if kind == 'items' else '') + arg.get_name())
        returns = info.get_return_type()
        if returns.get_tag() == _gi.TypeTag.BOOLEAN:
            self.result = 'bool'
        elif returns.get_tag() == _gi.TypeTag.INTERFACE:
            self.result = 'observable'
        ins = tuple(kind for kind in self.kinds if kind != 'length')
        self.guard = self.hand_made.get((ins, self.result), self.generic_closure)
        self.has_closure = Rx.callback_use_closure(_dummy, self.name)
        Rx.callback_use_closure(None, None)

    def arguments(self, values):
        for kind, value in zip(self.kinds, values):
            if kind == 'items':
                yield from map(_receive, value)
            elif kind == 'error':
                yield _original(value)
            elif kind == 'item':
                yield _receive(value)
            elif kind != 'length':
                yield value

    def generic_closure(self, func):
        """For a closure, which gets the items of an array one by one."""
        def call(*values):
            try:
                result = func(*map(_receive, values))
                if self.result == 'observable':
                    return _observable(func, result)
                if self.result == 'bool':
                    return bool(result)
                if self.result == 'item':
                    _return(result)
            except BaseException as e:
                _fail(e)
            return None
        return call

    def plain_function(self, func):
        """For a callback of GObject's."""
        def call(*values):
            try:
                result = func(*self.arguments(values))
                if self.result == 'observable':
                    return _observable(func, result)
                if self.result == 'bool':
                    return bool(result)
                if self.result == 'item':
                    return (_box_element(result),)      # or a tuple would be taken for several results
                return None
            except BaseException as e:
                if self.name in self.cannot_fail:
                    raise
                _fail(e)
            return False if self.result == 'bool' else None
        return call

    def call_with(self, raw, args, func):
        """Calls raw with the guarded function as its last argument."""
        if not self.has_closure:
            return raw(*args, self.plain_function(func))
        result = None
        Rx.callback_use_closure(self.guard(func), self.name)
        try:
            result = raw(*args, _dummy)
        finally:
            if result is None:
                Rx.callback_use_closure(None, None)     # in case it was not taken
        return result


def _dummy(*args):
    """Stands for a function whose place a closure takes."""


# --- parameters ---

# The GIR calls a time span a number: these are spans.
_SPANS = frozenset(('delay', 'frame', 'grace', 'initial', 'initial_delay', 'period', 'span', 'timeout'))
_DEFAULTS = {
    'capacity': 0, 'delay_error': False, 'handle': None, 'initial_request': GLib.MAXINT64, 'max_concurrency': 0,
    'mode': Rx.Backpressure.BUFFER, 'priority': GLib.PRIORITY_DEFAULT,
    ('repeat', 'n'): -1, ('retry', 'n'): -1,
}


_type_of = getattr(_gi.ArgInfo, 'get_type_info', _gi.ArgInfo.get_type)


def _is_array(type_info):
    return type_info.get_tag() == _gi.TypeTag.ARRAY


_INTEGERS = frozenset((_gi.TypeTag.INT8, _gi.TypeTag.UINT8, _gi.TypeTag.INT16, _gi.TypeTag.UINT16, _gi.TypeTag.INT32,
                       _gi.TypeTag.UINT32, _gi.TypeTag.INT64, _gi.TypeTag.UINT64))


def _kind(type_info):
    tag = type_info.get_tag()
    if tag == _gi.TypeTag.ERROR:
        return 'error'
    if tag in _INTEGERS:
        return 'int'
    if tag == _gi.TypeTag.ARRAY:
        return {'item': 'items', 'observable': 'observables'}.get(_kind(type_info.get_param_type(0)))
    if tag == _gi.TypeTag.INTERFACE:
        info = type_info.get_interface()
        if isinstance(info, _gi.CallbackInfo):
            return 'callback'
        if info.get_namespace() == 'GObject' and info.get_name() == 'Value':
            return 'item'
        if info.get_namespace() == 'Rx':
            return {'Observable': 'observable', 'List': 'list'}.get(info.get_name())
        if (info.get_namespace(), info.get_name()) in _conversions:
            return (info.get_namespace(), info.get_name())
    return None


# What other overrides take for a type of theirs: (namespace, name) to a function of the value and the parameter's name.
_conversions = {}


def _span(value, name):
    if isinstance(value, datetime.timedelta):
        return (value.days * 86400 + value.seconds) * 1000000 + value.microseconds
    return _number(value, name, 'a whole number of microseconds, or a datetime.timedelta')


def _number(value, name, what='a whole number'):
    try:
        return operator.index(value)
    except TypeError:
        raise TypeError(f'{name} has to be {what}, not {type(value).__name__}') from None


class _Parameter:
    def __init__(self, function, arg):
        self.name = arg.get_name()
        self.type = _type_of(arg)
        self.kind = _kind(self.type)
        if self.kind == 'int' and self.name in _SPANS:
            self.kind = 'span'
        self.default = _DEFAULTS.get((function, self.name), _DEFAULTS.get(self.name, inspect.Parameter.empty))
        if self.default is inspect.Parameter.empty and arg.may_be_null() and self.kind not in ('items', 'observables'):
            self.default = None
        self.callback = _Callback.of(_type_of(arg).get_interface()) if self.kind == 'callback' else None
        if self.callback is not None and 'items' in self.callback.kinds:
            self.default = _as_tuple            # of a combination
        self.nullable = arg.may_be_null()

    def describe(self):
        """For help(): what it takes, and what it is if it is left out."""
        text = {'span': 'microseconds, or a datetime.timedelta', 'int': 'a whole number', 'item': 'any value',
                'error': 'an exception', 'items': 'an iterable of any values', 'list': 'an iterable of any values',
                'observable': 'an Observable', 'observables': 'observables, one by one or as one list',
                ('RxTesting', 'MarbleTable'): 'a MarbleTable or a dict'}.get(self.kind)
        if text is None:
            text = {_gi.TypeTag.BOOLEAN: 'True or False', _gi.TypeTag.UTF8: 'a str',
                    _gi.TypeTag.GTYPE: 'a type'}.get(self.type.get_tag())
        if text is None and self.type.get_tag() == _gi.TypeTag.INTERFACE:
            info = self.type.get_interface()
            text = f'{info.get_namespace()}.{info.get_name()}'
        text = text or 'a value'
        if self.name == 'scheduler' and self.default is None:
            return text + '; None, the default, for the main context that the subscriber has'
        if self.name == 'seed' and self.default is None:
            return text + '; None, the default, for the first item'
        if self.default is inspect.Parameter.empty:
            return text
        return f'{text}; {getattr(self.default, "value_nick", None) or self.default} by default'

    def convert(self, value):
        kind = self.kind
        if kind == 'item':
            if value is None and not self.nullable:
                return _NULL
            return _box(value)
        if kind == 'int':
            return value if type(value) is int else _number(value, self.name)
        if kind == 'span':
            return value if type(value) is int else _span(value, self.name)
        if kind == 'error':
            return value if value is None and self.nullable else _to_error(value)
        if kind == 'items':
            return [_box_element(item) for item in value]
        if kind == 'list':
            return value if value is None or isinstance(value, Rx.List) else Rx.List.new(value)
        if kind == 'observables':
            value = list(value)
            for source in value:
                if not isinstance(source, Rx.Observable):
                    raise TypeError(f'{self.name}: {type(source).__name__} is no Observable')
        if kind in _conversions:
            return _conversions[kind](value, self.name)
        return value


def _as_tuple(*items):
    return items


class _Function:
    """A function of the library, and how Python's arguments become its own."""

    def __init__(self, info, name):
        self.info = info
        self.name = name
        self.is_method = info.is_method()
        args = info.get_arguments()
        hidden = set()
        for i, arg in enumerate(args):
            if _is_array(_type_of(arg)):
                hidden.add(_type_of(arg).get_array_length())
            if _kind(_type_of(arg)) == 'callback':
                hidden.update((arg.get_closure(), arg.get_destroy()))
        self.params = [_Parameter(name, arg) for i, arg in enumerate(args)
                       if i not in hidden and arg.get_direction() == _gi.Direction.IN]
        self.names = [param.name for param in self.params]
        self.callback = self.params[-1].callback if self.params else None
        self.many = next((i for i, param in enumerate(self.params) if param.kind == 'observables'), None)
        self.returns = None if info.is_constructor() else _kind(info.get_return_type())
        self.must_return = self.returns in ('observable', 'list') and not info.may_return_null()
        self.full = None                        # the variant with more parameters
        self.extra = ()

    def needs_wrapper(self):
        return bool(self.params) or self.returns in ('item', 'items', 'error', 'list')

    def sources(self, args):
        """Several observables may be one list, or one argument each."""
        args = list(args)
        i = self.many
        if i < len(args) and not isinstance(args[i], Rx.Observable):
            return args
        end = i
        while end < len(args) and isinstance(args[end], Rx.Observable):
            end += 1
        if end < len(args) and not callable(args[end]) and args[end] is not None:
            raise TypeError(f'{self.name}(): {type(args[end]).__name__} is neither an Observable nor a function')
        return args[:i] + [args[i:end]] + args[end:]

    def bind(self, args, kwargs):
        """The values of the parameters in their order, the function's included."""
        if self.many is not None and self.names[self.many] not in kwargs:
            args = self.sources(args)
        names = self.names
        if self.callback is not None:
            args = list(args)
            n = len(names)
            if names[-1] in kwargs:
                func = kwargs.pop(names[-1])
            elif len(args) >= n and callable(args[n - 1]):
                func = args[n - 1]
                if len(args) > n:               # data for the function, as PyGObject has it
                    func = _with_data(func, args[n:])
                args = args[:n - 1]
            elif args and callable(args[0]):
                func = args.pop(0)
            elif args and callable(args[-1]):
                func = args.pop()
            else:
                func = self.params[-1].default
                if args and (len(args) == n or args[-1] is None and func is inspect.Parameter.empty):
                    func = args.pop()
            if func is inspect.Parameter.empty:
                self.check_names(kwargs)
                raise TypeError(f'{self.name}() needs a function')
            if func is None and self.params[-1].nullable:
                pass
            elif not callable(func):
                raise TypeError(f'{self.name}() needs a function, not {type(func).__name__}')
        self.check_names(kwargs)
        values = []
        if len(args) > len(names) - (self.callback is not None):
            raise TypeError(f'{self.name}() takes at most {len(names)} arguments')
        for i, param in enumerate(self.params):
            if i < len(args):
                if param.name in kwargs:
                    raise TypeError(f'{self.name}() got {param.name} twice')
                values.append(args[i])
            elif param.callback is not None:
                values.append(func)
            elif param.name in kwargs:
                values.append(kwargs.pop(param.name))
            elif param.default is not inspect.Parameter.empty:
                values.append(param.default)
            else:
                raise TypeError(f'{self.name}() needs {param.name}')
        return values

    def check_names(self, kwargs):
        for name in kwargs:
            if name not in self.names and name not in self.extra:
                known = ', '.join([*self.names, *sorted(self.extra)])
                raise TypeError(f'{self.name}() has no parameter {name}' + (f': it has {known}' if known else ''))

    def call(self, prefix, args, kwargs):
        if self.extra and not self.extra.isdisjoint(kwargs):
            own = {name: kwargs.pop(name) for name in self.extra if name in kwargs}
            values = dict(zip(self.names, self.bind(args, kwargs)), **own)
            return self.full.call(prefix, (), values)
        values = self.bind(args, kwargs)
        params = self.params
        raw = self.info
        if self.callback is None:
            result = raw(*prefix, *[param.convert(value) for param, value in zip(params, values)])
        else:
            func = values.pop()
            values = [*prefix, *[param.convert(value) for param, value in zip(params, values)]]
            result = self.callback.call_with(raw, values, func) if func is not None else raw(*values, None)
        if _interrupted is not None:
            _go_on_with_interrupt()
        if result is None and self.must_return:
            raise ValueError(f'{self.name}() has refused its arguments: the critical message says why')
        if self.returns is not None:
            result = self.give(result)
        return result

    def give(self, result):
        if self.returns == 'item':
            return _receive(result)
        if self.returns == 'items':
            return [_receive(item) for item in result]
        if self.returns == 'error':
            return _original(result)
        if self.returns == 'list' and result is not None:
            return _native_list(result)
        return result

    def wrapper(self):
        if self.is_method or self.info.is_constructor():
            def wrapped(self_, /, *args, **kwargs):
                return function.call((self_,), args, kwargs)
        else:
            def wrapped(*args, **kwargs):
                return function.call((), args, kwargs)
        function = self
        wrapped.__name__ = wrapped.__qualname__ = self.name
        wrapped.__module__ = 'gi.repository.Rx'
        wrapped.__signature__ = self.signature()
        wrapped.__doc__ = self.doc()
        wrapped.__wrapped_info__ = self.info
        return wrapped

    def signature(self):
        P = inspect.Parameter
        params = []
        if self.is_method or self.info.is_constructor():
            params.append(P('self' if self.is_method else 'cls', P.POSITIONAL_ONLY))
        shown = list(self.params)
        if self.callback is not None and shown[-1].default is P.empty:
            shown.insert(0, shown.pop())
        for param in shown:
            if param.kind == 'observables':
                params.append(P(param.name, P.VAR_POSITIONAL))
                continue
            kind = P.KEYWORD_ONLY if any(p.kind is P.VAR_POSITIONAL for p in params) else P.POSITIONAL_OR_KEYWORD
            default = tuple if param.default is _as_tuple else param.default
            if default is P.empty and kind is not P.KEYWORD_ONLY and any(p.default is not P.empty for p in params):
                default = P.empty
                params = [p.replace(default=P.empty) for p in params]
            params.append(P(param.name, kind, default=default))
        if self.full is not None:
            params += [P(param.name, P.KEYWORD_ONLY, default=None if param.default is P.empty else param.default)
                       for param in self.full.params if param.name in self.extra]
        return inspect.Signature(params)

    def doc(self):
        plain = self.name[:-5] if self.name.endswith('_full') else self.name
        summary = _SUMMARIES.get(plain)
        if summary is None:
            summary = f'The library\'s function {self.info.get_symbol()}().'
        elif plain != self.name:
            summary += f' This is {plain}() with every parameter, which {plain}() takes by name, too.'
        lines = [summary]
        if self.callback is not None:
            outs = {'item': 'the new item, which may be any value', 'bool': 'whether it is so',
                    'observable': 'an Observable'}.get(self.callback.result)
            lines += ['', f'func({", ".join(self.callback.names)})' + (f' returns {outs}.' if outs else ' is called for what it does.')
                      + (' What it raises goes to set_undeliverable_func().' if self.name.startswith('schedule')
                         else ' What it raises ends the stream.')]
        shown = [param for param in self.params if param.callback is None]
        if self.full is not None:
            shown += [param for param in self.full.params if param.name in self.extra]
        if shown:
            lines.append('')
        for param in shown:
            optional = param.name in self.extra and param.default is inspect.Parameter.empty
            lines.append(f'{param.name}: {param.describe()}' + ('; may be left out.' if optional else '.'))
        lines += ['', f'In C: {self.info.get_symbol()}().']
        return '\n'.join(lines)


def _with_data(func, data):
    return lambda *args: func(*args, *data)


_SUMMARIES = {
    'create': 'Lets func(emitter) produce the items for each subscriber.',
    'do_on_next': 'Calls a function with each item, which passes as it is.',
    'empty': 'Completes at once.',
    'error': 'Fails at once, with any exception.',
    'filter': 'Passes the items for which the function is true.',
    'flat_map': 'Makes an observable of each item, and emits the items of all of them as they come.',
    'from_array': 'Emits the values of any iterable, which is read now.',
    'interval': 'Emits 0, 1, 2 … at a fixed rate.',
    'just': 'Emits one value.',
    'map': 'Emits what the function makes of each item.',
    'merge': 'Emits the items of several observables as they come.',
    'merge_with': 'Emits the items of this observable and another one as they come.',
    'named': 'Names the stream, for messages and to_string().',
    'never': 'Neither emits nor ends.',
    'observe_on': 'Brings the events to a scheduler.',
    'range': 'Emits n numbers from start on.',
    'reduce': 'Combines all items into one, which comes at the end.',
    'retry': 'Subscribes again after an error: n times at most, without an end by default.',
    'scan': 'Emits each step of combining all items into one.',
    'subscribe_observer': 'Runs the stream for an Observer, which may say how many items it wants.',
    'subscribe_on': 'Subscribes on a scheduler.',
    'take': 'Emits the first n items.',
    'take_until': 'Ends when the other observable emits.',
    'timer': 'Emits 0 once, after a while.',
    'zip': 'Combines the first items of all observables, then the second ones, and so on; tuples without a function.',
    'zip_with': 'Combines the items of this observable and another one, pair by pair; tuples without a function.',
}


class _Together:
    """A static function of several observables: called on one of them it takes that as the first."""

    def __init__(self, func):
        self.func = func
        self.__doc__ = func.__doc__

    def __get__(self, instance, owner=None):
        return self.func if instance is None else functools.partial(self.func, instance)


# --- every class and function ---

def _wrap_class(cls):
    infos = {name: value for name, value in vars(cls).items() if isinstance(value, _gi.FunctionInfo)}
    functions = {name: _Function(info, name) for name, info in infos.items()}
    for name, function in functions.items():
        full = functions.get(name + '_full')
        if full is not None and set(function.names) <= set(full.names):
            function.full = full
            function.extra = frozenset(full.names) - set(function.names)
    for name, function in functions.items():
        if not function.needs_wrapper():
            continue
        wrapped = function.wrapper()
        if function.is_method:
            setattr(cls, name, wrapped)
        elif function.many == 0:
            setattr(cls, name, _Together(wrapped))
        elif function.info.is_constructor():
            setattr(cls, name, classmethod(wrapped))
            if name == 'new' and '__new__' in vars(cls):          # of a boxed type: Rx.List(…) is Rx.List.new(…)
                cls.__new__ = staticmethod(wrapped)
        else:
            setattr(cls, name, staticmethod(wrapped))


_raw_subscribe = Rx.Observable.subscribe
_raw_emitter_next = Rx.Emitter.next
_raw_on_next = Rx.Observer.on_next

def _wrap_namespace(module, functions, left_out=()):
    """Wraps the classes of a namespace as they are, and puts its functions into a dictionary."""
    for info in _gi.Repository.get_default().get_infos(module._namespace):
        name = info.get_name()
        if name in left_out:
            continue
        if isinstance(info, _gi.FunctionInfo):
            function = _Function(info, name)
            if function.needs_wrapper():
                functions[name] = function.wrapper()
        elif isinstance(info, (_gi.ObjectInfo, _gi.InterfaceInfo)) or (
                isinstance(info, _gi.StructInfo) and not info.is_gtype_struct() and info.get_methods()):
            _wrap_class(getattr(module, name))


# What the override itself is made of stays as it is.
_functions = {}
_wrap_namespace(Rx, _functions, ('Exception', 'callback_fail', 'callback_return', 'callback_return_int64',
                                 'callback_use_closure'))
globals().update(_functions)
__all__ += _functions


# --- what is written by hand ---

def _on_error(func):
    def call(error):
        try:
            func(_original(error))
        except BaseException as e:
            _fail(e)
    return call


def _on_completed(func):
    def call():
        try:
            func()
        except BaseException as e:
            _fail(e)
    return call


def _subscribe(self, on_next=None, on_error=None, on_completed=None):
    """Runs the stream.

    on_next(item) gets the items, on_error(exception) what has ended the stream: the exception that a function of
    Python's raised, or a GLib.Error. on_completed() tells the end without an error. Each may be left out; an error
    that nobody takes is logged. What on_next raises ends the stream and goes to on_error.

    An Observer may take the place of the functions.

    Returns the Subscription. It need not be kept: the stream goes on until it ends or is unsubscribed. In a with
    statement it is unsubscribed at the end of the block.
    """
    if isinstance(on_next, Rx.Observer):
        if on_error is not None or on_completed is not None:
            raise TypeError('subscribe() takes an Observer or functions, not both')
        handle = Rx.Subscription.new()
        self.subscribe_observer(on_next, GLib.MAXINT64, handle)
        return handle
    for name, func in (('on_next', on_next), ('on_error', on_error), ('on_completed', on_completed)):
        if func is not None and not callable(func):
            raise TypeError(f'{name} is a function or None, not {type(func).__name__}')
    subscription = _raw_subscribe(self, None if on_next is None else _item_to_nothing(on_next),
                                  None if on_error is None else _on_error(on_error),
                                  None if on_completed is None else _on_completed(on_completed))
    # An exception that was raised meanwhile keeps this frame. The stream keeps its functions where gc cannot look.
    del self
    if _interrupted is not None:
        _go_on_with_interrupt()
    return subscription


_subscribe.__name__ = _subscribe.__qualname__ = 'subscribe'


def _pipe(self, *operators):
    """Hands the observable to the first function, what it returns to the second, and so on.

    source.pipe(f, g) is g(f(source)), and so is source | f | g. Rx.ops has every operator as such a function:
    source.pipe(Rx.ops.map(str), Rx.ops.take(3)).
    """
    result = self
    for func in operators:
        result = func(result)
    return result


def _or(self, func):
    return func(self) if callable(func) else NotImplemented


def _of(*values):
    """Emits the arguments."""
    return Rx.Observable.from_array(values)


def _observable_repr(self):
    return f'<Rx.{type(self).__name__} {self.to_string()}>'


_create_full = Rx.Observable.create


def _create(func, mode=Rx.Backpressure.BUFFER):
    if not callable(func) and callable(mode):
        func, mode = mode, func
    if not callable(func):
        return _create_full(func, mode)         # which says what is wrong

    @functools.wraps(func, updated=())
    def produce(emitter):
        result = func(emitter)
        if callable(result):
            emitter.add_teardown(result)
        elif isinstance(result, Rx.Subscription):
            emitter.add_teardown(result.unsubscribe)
        elif inspect.iscoroutine(result):
            result.close()                      # or Python warns that nobody has awaited it
            raise TypeError('the function of create() is a coroutine function: it has to be a plain one, which calls '
                            'emitter.next()')
        elif inspect.isgenerator(result) or inspect.isasyncgen(result):
            raise TypeError('the function of create() is a generator function: call emitter.next() instead of yield, '
                            'or use Rx.Observable.from_array()')
        elif isinstance(result, (tuple, list)) and not any(part is not None for part in result):
            pass                                # of a lambda that makes several calls
        elif result is not None:
            raise TypeError(f'the function of create() returned {type(result).__name__}: it returns nothing, or a '
                            'function or a Subscription for the end')
    return _create_full(produce, mode)


def _new_observable(self, *args, **kwargs):
    if type(self) is Rx.Observable:
        raise TypeError('an Observable is not made by calling the class: use Rx.Observable.create(), of() or another of '
                        'its functions')
    super(Rx.Observable, self).__init__(*args, **kwargs)


_create.__name__ = _create.__qualname__ = 'create'
_create.__signature__ = inspect.signature(_create_full)
_create.__doc__ = (_create_full.__doc__ + '\nfunc may return a function, which is called at the end, or a Subscription, which is '
                   'unsubscribed then.')
_create.__wrapped_info__ = _create_full.__wrapped_info__
Rx.Observable.create = staticmethod(_create)
Rx.Observable.__init__ = _new_observable
Rx.Observable.subscribe = _subscribe
Rx.Observable.pipe = _pipe
Rx.Observable.__or__ = _or
Rx.Observable.of = staticmethod(_of)
Rx.Observable.__repr__ = _observable_repr


class _Operators:
    """Every operator as a function for pipe() and |: Rx.ops.map(str) is lambda source: source.map(str)."""

    def __getattr__(self, name):
        def make(*args, **kwargs):
            return lambda source: getattr(source, name)(*args, **kwargs)
        method = getattr(Rx.Observable, name)
        make.__name__ = make.__qualname__ = name
        make.__doc__ = method.__doc__
        return make

    def __dir__(self):
        return [name for name in dir(Rx.Observable) if not name.startswith('_')]


ops = _Operators()


def _put(raw, doc):
    def put(self, item, /):
        kind = type(item)
        if kind is int:
            raw(self, item if -2147483648 <= item <= 2147483647 else _box(item))
        elif kind is float or item is None or kind is str and item.isascii() and '\0' not in item:
            raw(self, item)
        else:
            raw(self, _box(item))
        if _interrupted is not None:
            _go_on_with_interrupt()
    put.__doc__ = doc
    return put


Rx.Emitter.next = _put(_raw_emitter_next, 'Emits a value.')
Rx.Emitter.next.__name__ = Rx.Emitter.next.__qualname__ = 'next'
Rx.Observer.on_next = _put(_raw_on_next, 'Hands the observer a value.')
Rx.Observer.on_next.__name__ = Rx.Observer.on_next.__qualname__ = 'on_next'
# Either takes the names of the other.
for _name in ('next', 'error', 'completed'):
    setattr(Rx.Emitter, 'on_' + _name, getattr(Rx.Emitter, _name))
for _name in ('next', 'completed'):
    setattr(Rx.Subject, _name, getattr(Rx.Observer, 'on_' + _name))


class _SubjectError:
    """Of a subject, what on_error() is; of the class, what Rx.Observable.error() is."""

    def __get__(self, instance, owner=None):
        return Rx.Observable.error if instance is None else instance.on_error


Rx.Subject.error = _SubjectError()


def _enter(self):
    return self


def _exit(self, *exception):
    self.unsubscribe()


Rx.Subscription.__enter__ = _enter
Rx.Subscription.__exit__ = _exit


# --- classes that Python derives ---

class _ObserverMethod:
    """A method that the library calls: what it raises is the observer's failure. Called by Python it is what it was.

    PyGObject puts the method of a derived class in the place of its parent's, too: so the one to call is looked up.
    """

    def __init__(self, func, name):
        self.func = func
        self.name = name
        functools.update_wrapper(self, func)

    def __get__(self, instance, owner=None):
        return self.func.__get__(instance, owner)

    def __call__(self, self_, *args):
        try:
            getattr(self_, self.name)(*[_receive(arg) for arg in args])
        except BaseException as e:
            _fail(e)


def _derive_observer(cls, **kwargs):
    super(Rx.Observer, cls).__init_subclass__(**kwargs)
    for name in ('do_next', 'do_error', 'do_completed'):
        func = vars(cls).get(name)
        if isinstance(func, types.FunctionType):
            setattr(cls, name, _ObserverMethod(func, name))


Rx.Observer.__init_subclass__ = classmethod(_derive_observer)


class _WorkerMethod(_ObserverMethod):
    def __call__(self, self_, delay, task):
        try:
            getattr(self_, self.name)(delay, task)
        except BaseException as e:
            _fail(e)


def _derive_worker(cls, **kwargs):
    super(Rx.Worker, cls).__init_subclass__(**kwargs)
    func = vars(cls).get('do_schedule')
    if isinstance(func, types.FunctionType):
        setattr(cls, 'do_schedule', _WorkerMethod(func, 'do_schedule'))


# What a worker's do_schedule() raises ends the stream that it was asked for.
Rx.Worker.__init_subclass__ = classmethod(_derive_worker)


# --- boxed types ---

def _notification_repr(self):
    kind = self.get_kind()
    if kind == Rx.EventKind.NEXT:
        return f'Rx.Notification(next {self.get_item()!r})'
    if kind == Rx.EventKind.ERROR:
        return f'Rx.Notification(error {self.get_error()!r})'
    return 'Rx.Notification(completed)'


def _equal(self, other):
    return isinstance(other, type(self)) and Rx.value_equal(self, other)


def _hash(self):
    return Rx.value_hash(self)


Rx.Notification.__repr__ = _notification_repr
Rx.Timestamped.__repr__ = lambda self: f'Rx.Timestamped({self.get_item()!r}, {self.get_time()})'
Rx.List.__repr__ = lambda self: f'Rx.List({self.get_items()!r})'
Rx.List.__len__ = lambda self: self.get_length()
Rx.List.__iter__ = lambda self: iter(self.get_items())
for _class in (Rx.Notification, Rx.Timestamped, Rx.List):
    _class.__eq__ = _equal
    _class.__hash__ = _hash
