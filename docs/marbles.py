# SPDX-License-Identifier: LGPL-2.1-or-later
# SPDX-FileCopyrightText: 2026 The rx-glib authors

"""What operators.toml says, and the language of marble strings. Knows nothing of pictures and pages."""

import dataclasses
import pathlib
import re
import tomllib

PREFIX = 'rx_observable_'
UNITS = {'ms': 1, 's': 1000, 'm': 60000}
LIBRARIES = ('RxJava', 'RxJS', 'RxPY', 'RxCpp')

OPERATOR_KEYS = {'name', 'family', 'summary', 'elsewhere', 'tree', 'doc', 'picture'}
PICTURE_KEYS = {'id', 'in', 'subs', 'hot', 'box', 'inner', 'out', 'at', 'values', 'origin', 'labels'}


@dataclasses.dataclass(frozen=True)
class Event:
    """Something at a time: kind is 'item', 'completed', 'error', 'subscribed' or 'unsubscribed'."""
    time: int
    kind: str
    symbol: str


@dataclasses.dataclass
class Row:
    """A marble string, taken apart."""
    text: str
    events: list
    end: int            # when the string is over
    waits: list         # pairs of times that were written as a span

    def at(self, kind, default=None):
        return next((event.time for event in self.events if event.kind == kind), default)

    @property
    def terminal(self):
        return next((event for event in self.events if event.kind in ('completed', 'error')), None)


def parse(text):
    kinds = {'|': 'completed', '#': 'error', '^': 'subscribed', '!': 'unsubscribed'}
    events, waits, time, group = [], [], 0, None
    i = 0
    while i < len(text):
        span = re.match(r'(\d+)(ms|s|m)(?=\s|$)', text[i:]) if i == 0 or text[i - 1] == ' ' else None
        if span and group is None:
            length = int(span[1]) * UNITS[span[2]]
            waits.append((time, time + length))
            time += length
            i += span.end()
            continue
        c = text[i]
        i += 1
        if c == ' ':
            continue
        if c == '(':
            if group is not None:
                raise ValueError(f'a group in a group: {text}')
            group = time
        elif c == ')':
            if group is None:
                raise ValueError(f'a group is closed that is not open: {text}')
            group = None
        elif c in kinds:
            events.append(Event(time if group is None else group, kinds[c], c))
        elif c.isascii() and c.isalnum():
            events.append(Event(time if group is None else group, 'item', c))
        elif c != '-':
            raise ValueError(f'"{c}" means nothing in a marble string: {text}')
        time += 1
    if group is not None:
        raise ValueError(f'a group is not closed: {text}')
    return Row(text, events, time, waits)


class Picture:
    def __init__(self, operator, table):
        unknown = set(table) - PICTURE_KEYS
        if unknown:
            raise ValueError(f'{operator.name}: a picture has no {", ".join(sorted(unknown))}')
        self.operator = operator
        self.id = table.get('id', operator.short)
        self.ins = [parse(text) for text in table.get('in', [])]
        self.hot = table.get('hot', False)
        self.subs = [[parse(text) for text in texts] for texts in table.get('subs', [])]
        box = table['box']
        self.box = [box] if isinstance(box, str) else box
        self.inner = parse(table['inner']) if 'inner' in table else None
        out = table['out']
        self.outs = [parse(text) for text in ([out] if isinstance(out, str) else out)]
        self.at = [parse(text).at('subscribed') for text in table.get('at', ['^'] * len(self.outs))]
        self.values = table.get('values', {})
        self.origin = table.get('origin', {})
        self.labels = table.get('labels', [])
        if self.subs and len(self.subs) != len(self.ins):
            raise ValueError(f'{self.id}: as many subs as in are wanted')
        if len(self.at) != len(self.outs):
            raise ValueError(f'{self.id}: as many at as out are wanted')

    def value(self, symbol):
        return self.values.get(symbol, int(symbol) if symbol.isdigit() else symbol)

    @property
    def code(self):
        """What is in the box, in one line."""
        line = ' '.join(self.box)
        return f'{line} {self.inner.text})' if self.inner else line

    def lines(self):
        """The picture as a few lines of text, which is what stands in doc comments."""
        yield from (row.text for row in self.ins)
        yield self.code
        yield from (row.text for row in self.outs)
        if self.values:
            yield 'with ' + ', '.join(f'{symbol} = {show(value)}' for symbol, value in self.values.items())


def show(value):
    """A value as it is written in a marble."""
    if isinstance(value, list):
        return '[' + ', '.join(map(show, value)) + ']'
    if isinstance(value, dict):
        return 'NULL'
    if isinstance(value, bool):
        return str(value).upper()
    return str(value)


class Operator:
    def __init__(self, table):
        unknown = set(table) - OPERATOR_KEYS
        if unknown:
            raise ValueError(f'{table.get("name")}: an operator has no {", ".join(sorted(unknown))}')
        self.name = table['name']
        self.short = self.name.removeprefix(PREFIX)
        self.family = table['family']
        self.summary = table['summary']
        elsewhere = table.get('elsewhere', {})
        if isinstance(elsewhere, str):
            elsewhere = dict.fromkeys(LIBRARIES, elsewhere)
        self.elsewhere = {library: names.split(', ') for library, names in elsewhere.items()}
        self.tree = table.get('tree', [])
        self.doc = table.get('doc', self.name)
        self.pictures = [Picture(self, picture) for picture in table.get('picture', [])]
        if set(self.elsewhere) - set(LIBRARIES):
            raise ValueError(f'{self.name}: elsewhere names one of {", ".join(LIBRARIES)}')

    @property
    def title(self):
        """How it is called on a page."""
        return self.doc if self.doc != self.name else self.short


class Catalogue:
    def __init__(self, path):
        with open(path, 'rb') as file:
            table = tomllib.load(file)
        self.families = table['families']
        self.questions = table['questions']
        self.operators = [Operator(operator) for operator in table['operator']]
        for operator in self.operators:
            if operator.family not in [family['name'] for family in self.families]:
                raise ValueError(f'{operator.name}: there is no family {operator.family}')
            for path_ in operator.tree:
                if path_[0] not in self.questions:
                    raise ValueError(f'{operator.name}: there is no question "{path_[0]}"')
        ids = [picture.id for picture in self.pictures()]
        for twice in {name for name in ids if ids.count(name) > 1}:
            raise ValueError(f'there are two pictures {twice}')

    def pictures(self):
        for operator in self.operators:
            yield from operator.pictures

    def of(self, family):
        return [operator for operator in self.operators if operator.family == family]


def default_path():
    return pathlib.Path(__file__).with_name('operators.toml')
