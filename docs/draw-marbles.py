# SPDX-License-Identifier: LGPL-2.1-or-later
# SPDX-FileCopyrightText: 2026 The rx-glib authors

"""Draws the marble pictures of operators.toml, one SVG each.

The pictures are light or dark as the page is. Times are to scale, except that a long wait is drawn as a broken line with
the time above it. An item keeps its colour all the way, and what is made of several items has the colours of all.
"""

import argparse
import pathlib
import re
import xml.sax.saxutils

import marbles

WIDTH = 720             # of the manual's column, which a picture may fill
LEAST = 420             # narrower is no picture
UNIT = 36               # of a millisecond, at least
RADIUS = 15
PAD = 14
ROW = 46
GAP = 16                # between a row and the box
CODE = 14               # size of the box's text
LONG = 6                # waits beyond that are broken
BROKEN = 3.4            # units that a broken wait takes

# fill, edge
COLOURS = [
    ('#99c1f1', '#1a5fb4'),
    ('#f9d56e', '#b57f00'),
    ('#8fdca4', '#1b7a47'),
    ('#f5a5c5', '#a51d56'),
    ('#c9a8f0', '#613583'),
    ('#ffbe8a', '#b4511a'),
    ('#8fdfe0', '#0b7285'),
    ('#d3c3ae', '#6b4f36'),
]
PLAIN = ('#deddda', '#77767b')

LIGHT = '''
.ink{stroke:#3d3846;fill:none}.inkf{fill:#3d3846}.muted{fill:#6f6d74}.faint{stroke:#9a9996;fill:none}
.box{fill:#f1f4f9;stroke:#98a7bf}.code{fill:#241f31}.capsule{fill:#ffffff;fill-opacity:.65;stroke:#9a9996}
.fail{stroke:#c01c28;fill:none}.label{fill:#1c1a22}.under{fill:#ffffff}
'''
DARK = '''
.ink{stroke:#deddda;fill:none}.inkf{fill:#deddda}.muted{fill:#a5a3aa}.faint{stroke:#77767b;fill:none}
.box{fill:#2b3340;stroke:#6b7f9e}.code{fill:#f6f5f4}.capsule{fill:#1e1e1e;fill-opacity:.65;stroke:#8a8890}
.fail{stroke:#ff6b63;fill:none}.label{fill:#1c1a22}.under{fill:#1e1e1e}
'''
STYLE = '''
text{font-family:"Red Hat Text",Cantarell,"Noto Sans","DejaVu Sans",sans-serif;text-anchor:middle}
.code{font-family:"Source Code Pro","DejaVu Sans Mono",monospace}.start{text-anchor:start}.end{text-anchor:end}
.ink,.fail{stroke-width:2;stroke-linecap:round;stroke-linejoin:round}.fail{stroke-width:3.2}.faint{stroke-width:1.4}
.guide{stroke-dasharray:1 5;stroke-linecap:round}.past{stroke-dasharray:2 5;stroke-linecap:round}
.label{font-weight:600}.box,.capsule{stroke-width:1.3}
'''


def escape(text):
    return xml.sax.saxutils.escape(text, {'"': '&quot;'})


def number(value):
    return f'{value:.1f}'.removesuffix('.0')


def show_span(span):
    for unit in ('m', 's'):
        size = marbles.UNITS[unit]
        if span >= size and span % size == 0:
            return f'{span // size} {"min" if unit == "m" else unit}'
    return f'{span} ms'


class Svg:
    def __init__(self):
        self.parts = []

    def add(self, name, text=None, **attributes):
        words = ''.join(f' {key.rstrip("_").replace("_", "-")}="{escape(number(v) if isinstance(v, float) else str(v))}"'
                        for key, v in attributes.items() if v is not None)
        self.parts.append(f'<{name}{words}/>' if text is None else f'<{name}{words}>{escape(text)}</{name}>')

    def line(self, x1, y1, x2, y2, class_='ink'):
        self.add('path', d=f'M{number(x1)} {number(y1)}L{number(x2)} {number(y2)}', class_=class_)

    def path(self, d, class_):
        self.add('path', d=re.sub(r'-?\d+\.\d+', lambda m: number(float(m[0])), d), class_=class_)


class Lane:
    """A line of the picture: the events of a stream between two moments."""

    def __init__(self, row, start, stop, label, is_dead_after_stop):
        self.row, self.start, self.stop, self.label = row, start, stop, label
        self.is_dead_after_stop = is_dead_after_stop
        self.shift = 0

    def events(self):
        for event in self.row.events:
            if event.kind in ('item', 'completed', 'error'):
                yield event.time + self.shift, event

    def moments(self):
        moments = {}
        for time, event in self.events():
            moments.setdefault(time, []).append(event)
        return moments


class Drawing:
    def __init__(self, picture):
        self.picture = picture
        self.svg = Svg()
        self.palette = self.choose_colours()
        labels = list(picture.labels)
        self.above, self.below = [], []
        for i, row in enumerate(picture.ins):
            subs = picture.subs[i] if picture.subs else [None]
            for sub in subs:
                start = sub.at('subscribed') if sub else 0
                stop = sub.at('unsubscribed') if sub else None
                lane = Lane(row, start, stop, labels.pop(0) if labels else '', stop is not None)
                lane.shift = 0 if picture.hot else start
                self.above.append(lane)
        for row, start in zip(picture.outs, picture.at):
            self.below.append(Lane(row, start, None, labels.pop(0) if labels else '', False))
        self.lanes = self.above + self.below
        self.gutter = max([self.text_width(lane.label, 12) for lane in self.lanes] + [0])
        self.gutter += 10 if self.gutter else 0
        self.scale()

    # --- what it looks like ---

    def choose_colours(self):
        palette, colours = {}, iter(COLOURS * 4)
        for row in [*self.picture.ins, *self.picture.outs]:
            for event in row.events:
                if event.kind == 'item' and event.symbol not in palette and event.symbol not in self.picture.origin:
                    palette[event.symbol] = [next(colours)]
        for symbol, sources in self.picture.origin.items():
            palette[symbol] = [palette[source][0] for source in sources]
        return palette

    @staticmethod
    def text_width(text, size, is_code=False):
        return len(text) * size * (0.602 if is_code else 0.62)

    def marble_width(self, symbol):
        label = marbles.show(self.picture.value(symbol))
        return max(2.0 * RADIUS, self.text_width(label, 14) + 16)

    def scale(self):
        """Where a time is drawn: to scale, long waits cut short, neighbours apart."""
        times = {0}
        for lane in self.lanes:
            times.update({lane.start, lane.stop or 0, *lane.moments()})
            if not lane.row.terminal or lane.stop is not None:
                times.add(lane.row.end + lane.shift)
        times = sorted(times)
        self.places, place = {times[0]: 0.0}, 0.0
        self.broken = []
        for before, after in zip(times, times[1:]):
            if after - before > LONG:
                self.broken.append((before, after))
                place += BROKEN
            else:
                place += after - before
            self.places[after] = place
        unit = float(UNIT)
        for lane in self.lanes:
            moments = sorted(lane.moments().items())
            for (t1, events1), (t2, events2) in zip(moments, moments[1:]):
                widths = [max([self.marble_width(e.symbol) for e in events if e.kind == 'item'] + [10])
                          for events in (events1, events2)]
                unit = max(unit, (sum(widths) / 2 + 5) / (self.places[t2] - self.places[t1]))
        self.unit = unit
        self.left = PAD + self.gutter + 20
        self.right = self.left + (place + 1.2) * unit + 8
        box = max(self.text_width(line, CODE, True) for line in self.picture.box) + 40
        if self.picture.inner:
            box += (self.picture.inner.end + 1) * 17 + 2 * self.text_width(')', CODE, True)
        self.width = max(self.right + PAD, box + 2 * PAD + self.gutter, LEAST + self.gutter)
        self.right = self.width - PAD

    def x(self, time):
        return self.left + self.places[time] * self.unit

    # --- the parts ---

    def marble(self, x, y, symbol, radius=RADIUS, size=14, label=None):
        colours = self.palette.get(symbol, [PLAIN])
        label = label or marbles.show(self.picture.value(symbol))
        half = max(radius, (self.text_width(label, size) + 16) / 2 if len(label) > 2 else radius)
        edge = colours[-1][1]
        shape = {'x': x - half, 'y': y - radius, 'width': 2.0 * half, 'height': 2.0 * radius, 'rx': float(radius)}
        if len(colours) == 1:
            fill = colours[0][0]
        else:
            fill = 'url(#' + 'mix-' + symbol + ')'
        self.svg.add('rect', **shape, fill=fill, stroke=edge, stroke_width='1.6')
        self.svg.add('text', label, x=x, y=y + size * 0.36, font_size=size, class_='label')

    def gradients(self):
        for symbol, colours in self.palette.items():
            if len(colours) > 1:
                stops = ''
                for i, (fill, _) in enumerate(colours):
                    a, b = i / len(colours) * 100, (i + 1) / len(colours) * 100
                    stops += f'<stop offset="{a:.1f}%" stop-color="{fill}"/><stop offset="{b:.1f}%" stop-color="{fill}"/>'
                yield f'<linearGradient id="mix-{symbol}">{stops}</linearGradient>'

    def height_of(self, lane):
        most = max([sum(e.kind == 'item' for e in events) for events in lane.moments().values()] + [1])
        return max(ROW, most * (2 * RADIUS + 4) + 16) + (14 if self.waits_of(lane) else 0)

    def waits_of(self, lane):
        """The broken waits of a lane, with what is to be written above: the time between its events."""
        marks = sorted({lane.start, *lane.moments()})
        for a, b in self.broken:
            if a < lane.start or (lane.row.terminal and a >= lane.row.terminal.time + lane.shift):
                continue
            wait = next(((m, n) for m, n in zip(marks, marks[1:]) if m <= a and b <= n), None)
            yield a, b, show_span(wait[1] - wait[0]) if wait else None

    def time_line(self, lane, y):
        terminal = lane.row.terminal
        end = self.right
        if terminal:
            end = self.x(terminal.time + lane.shift)
        stop = self.x(lane.stop) if lane.stop is not None else None
        start = self.x(lane.start)
        if lane.start > 0:
            self.svg.line(self.left, y, start, y, 'faint past')
        pieces, at = [], start
        until = min(end, stop) if stop is not None else end
        for a, b, text in self.waits_of(lane):
            middle = (self.x(a) + self.x(b)) / 2
            pieces.append((at, middle - 6))
            for dx in (-6, 6):
                self.svg.path(f'M{middle + dx - 3:.1f} {y + 7:.1f}L{middle + dx + 3:.1f} {y - 7:.1f}', 'ink')
            if text:
                self.svg.add('text', text, x=middle, y=y - 13, font_size=12, class_='muted')
            at = middle + 6
        pieces.append((at, until))
        for a, b in pieces:
            self.svg.line(a, y, b, y)
        if lane.start > 0 or lane.is_dead_after_stop:
            self.svg.line(start, y - 8, start, y + 8)
        if stop is not None and stop < end:
            self.svg.line(stop, y, end, y, 'faint past')
        if stop is not None and not (terminal and lane.row.terminal.time + lane.shift <= lane.stop):
            # released here: a lid on the line, behind the item that brings it about
            if lane.stop in lane.moments():
                stop += RADIUS + 8
            self.svg.path(f'M{stop - 5:.1f} {y - 9:.1f}L{stop:.1f} {y - 9:.1f}L{stop:.1f} {y + 9:.1f}'
                          f'L{stop - 5:.1f} {y + 9:.1f}', 'ink')
        if not terminal:
            klass = 'ink' if stop is None else 'faint'
            self.svg.path(f'M{end - 8:.1f} {y - 5:.1f}L{end:.1f} {y:.1f}L{end - 8:.1f} {y + 5:.1f}', klass)

    def ending(self, x, y, kind, half):
        if kind == 'completed':
            self.svg.line(x, y - half, x, y + half)
        else:
            size = 8
            self.svg.path(f'M{x - size:.1f} {y - size:.1f}L{x + size:.1f} {y + size:.1f}'
                          f'M{x - size:.1f} {y + size:.1f}L{x + size:.1f} {y - size:.1f}', 'fail')

    def lane(self, lane, y):
        if lane.label:
            self.svg.add('text', lane.label, x=self.left - 26, y=y + 4, font_size=12, class_='muted end')
        self.time_line(lane, y)
        for time, events in lane.moments().items():
            x = self.x(time)
            items = [event for event in events if event.kind == 'item']
            terminal = next((event for event in events if event.kind != 'item'), None)
            is_past = lane.stop is not None and time > lane.stop
            if is_past:
                self.svg.parts.append('<g opacity=".35">')
            half = len(items) * (RADIUS + 2)
            if len(events) > 1:
                width = max([self.marble_width(event.symbol) for event in items])
                room = {None: 0, 'completed': 18, 'error': 28}[terminal and terminal.kind]
                self.svg.add('rect', x=x - width / 2 - 5, y=y - half - 4.0, width=width + 10 + room, height=2 * half + 8.0,
                             rx=RADIUS + 5.0, class_='capsule')
                if terminal:
                    self.ending(x + width / 2 + (6 if terminal.kind == 'completed' else 14), y, terminal.kind,
                                min(half - 2, 14))
            elif terminal:
                self.ending(x, y, terminal.kind, 13)
            for i, event in enumerate(items):
                self.marble(x, y + (2 * i + 1) * (RADIUS + 2) - half, event.symbol)
            if is_past:
                self.svg.parts.append('</g>')

    def guides(self, lane, y1, y2):
        for time, events in lane.moments().items():
            if lane.stop is None or time <= lane.stop:
                if any(event.kind == 'item' for event in events):
                    x = self.x(time)
                    self.svg.line(x, y1, x, y2, 'faint guide')

    def box(self, top):
        picture = self.picture
        height = 22 * len(picture.box) + 14
        left = PAD + self.gutter
        width = self.width - left - PAD
        self.svg.add('rect', x=float(left), y=float(top), width=float(width), height=float(height), rx=8, class_='box')
        middle = left + width / 2
        if picture.inner:
            inner = picture.inner
            unit = 17
            code = self.text_width(picture.box[0], CODE, True)
            lane = (inner.end - 1) * unit + 30
            x = middle - (code + lane + 16) / 2
            y = top + height / 2
            self.svg.add('text', picture.box[0], x=x, y=y + 5, font_size=CODE, class_='code start')
            x += code + 18
            end = x + inner.end * unit - unit
            self.svg.line(x - 8, y, end, y)
            for event in inner.events:
                at = x + event.time * unit
                if event.kind == 'item':
                    self.marble(at, y, event.symbol, 9, 12, event.symbol)
                else:
                    self.ending(at, y, event.kind, 8)
            self.svg.add('text', ')', x=end + 12, y=y + 5, font_size=CODE, class_='code start')
        else:
            for i, line in enumerate(picture.box):
                self.svg.add('text', line, x=middle, y=top + 22 * i + 23, font_size=CODE, class_='code')
        return height

    def describe(self):
        def events(row):
            what = {'completed': 'completion', 'error': 'an error'}
            words = [f'{what.get(e.kind) or marbles.show(self.picture.value(e.symbol))} at {show_span(e.time)}'
                     for e in row.events if e.kind in ('item', 'completed', 'error')]
            return ', '.join(words) or 'nothing'
        words = [f'In: {events(row)}.' for row in self.picture.ins]
        words += [f'Out: {events(row)}.' for row in self.picture.outs]
        return ' '.join(words)

    def draw(self, theme):
        y = 6.0
        places = {}
        for lane in self.above:
            height = self.height_of(lane)
            extra = 14 if list(self.waits_of(lane)) else 0
            places[id(lane)] = y + (height - extra) / 2 + extra
            y += height
        y += GAP / 2 if self.above else 0
        top = y
        box_height = 22 * len(self.picture.box) + 14
        y += box_height + GAP / 2
        for lane in self.below:
            height = self.height_of(lane)
            extra = 14 if list(self.waits_of(lane)) else 0
            places[id(lane)] = y + (height - extra) / 2 + extra
            y += height
        height = y + 4
        for lane in self.above:
            self.guides(lane, places[id(lane)], top)
        for lane in self.below:
            self.guides(lane, top + box_height, places[id(lane)])
        self.box(top)
        for lane in self.lanes:
            self.lane(lane, places[id(lane)])

        css = {'auto': f'{LIGHT}@media (prefers-color-scheme:dark){{{DARK}}}', 'light': LIGHT, 'dark': DARK}[theme]
        style = (STYLE + css).replace('\n', '')
        title = escape(self.picture.code)
        shown = min(1.0, WIDTH / self.width)
        return (f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {number(self.width)} {number(height)}"'
                f' width="{number(self.width * shown)}" height="{number(height * shown)}" role="img"'
                f' aria-labelledby="title desc">\n'
                f'<title id="title">{title}</title>\n<desc id="desc">{escape(self.describe())}</desc>\n'
                f'<style>{style}</style>\n<defs>{"".join(self.gradients())}</defs>\n'
                + '\n'.join(self.svg.parts) + '\n</svg>\n')


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument('--theme', choices=['auto', 'light', 'dark'], default='auto',
                        help='as the page is, or one of the two')
    parser.add_argument('--only', help='a picture\'s id')
    parser.add_argument('catalogue', type=pathlib.Path)
    parser.add_argument('folder', type=pathlib.Path, help='where to put the pictures')
    args = parser.parse_args()

    args.folder.mkdir(parents=True, exist_ok=True)
    for picture in marbles.Catalogue(args.catalogue).pictures():
        if args.only in (None, picture.id):
            path = args.folder / f'{picture.id}.svg'
            path.write_text(Drawing(picture).draw(args.theme), encoding='utf-8')


if __name__ == '__main__':
    main()
