#!/usr/bin/env python3
"""Kills the program while it paints, and sees what comes back.

usage: kill.py PROGRAM [--kills N] [--terms N] [--full N] [--sizes 40,512] [--longest SECONDS] [--seed N]

Each round paints cells in a known order and notes when each was painted: with the mouse button held down, or by a script
of commands, with frames between them or without. At a random instant the program gets SIGKILL, or SIGTERM while it
paints, rests, or shows a dialog. A fresh program then restores the work. What was lost is counted in seconds from the
first cell that is missing to the kill; more than 5 of them, cells that come back in another order than they were painted,
or a copy that cannot be restored are failures. Where small file systems can be mounted, some rounds fill the disk of the
recovery copies for a while. Prints a line for each round and a histogram."""
import argparse
import ctypes
import json
import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time

PROMISE = 5.0
GROUND, PAINTED = '.', '@'


class Failed(Exception):
    pass


class Display:
    def __init__(self):
        read, write = os.pipe()
        self.server = subprocess.Popen(['Xvfb', '-displayfd', str(write), '-screen', '0', '1280x800x24', '-nolisten', 'tcp',
                                        '-noreset'], pass_fds=[write], stderr=subprocess.DEVNULL)
        os.close(write)
        number = os.read(read, 16).decode().strip()
        if not number:
            sys.exit('the virtual display does not start')
        os.environ['DISPLAY'] = ':' + number

    def close(self):
        self.server.terminate()
        self.server.wait()


def xdotool(*words):
    subprocess.run(['xdotool', *map(str, words)], check=True)


def heed_signals():
    # Whoever runs this in the background may have them ignored.
    for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
        signal.signal(number, signal.SIG_DFL)


class App:
    """The program with its control folder, as in journey.sh."""

    def __init__(self, program, work, *args):
        self.control = work + '/control'
        os.makedirs(self.control, exist_ok=True)
        self.out = open(work + '/out', 'w')
        env = dict(os.environ, XDG_CONFIG_HOME=work + '/config', XDG_STATE_HOME=work + '/state')
        self.process = subprocess.Popen([program, '--size', '1280x800', '--control', self.control, *args], cwd=work, env=env,
                                        stdout=self.out, stderr=subprocess.STDOUT, preexec_fn=heed_signals)
        self.token = 0

    def check(self):
        if self.process.poll() is not None:
            raise Failed('the program ended by itself, with %d: %s' % (self.process.returncode, open(self.out.name).read()))

    def look(self, until=None):
        """Waits until all input so far was seen and the program is idle, or for the instant `until`."""
        self.token += 1
        answer = self.control + '/ui.json'
        if os.path.exists(answer):
            os.remove(answer)
        with open(self.control + '/request.new', 'w') as file:
            file.write('%d-%d\n\n' % (self.process.pid, self.token))
        os.rename(self.control + '/request.new', self.control + '/request')
        for _ in range(12000):
            if os.path.exists(answer) and os.path.getsize(answer) > 0:
                with open(answer) as file:
                    self.ui = json.load(file)
                return
            self.check()
            if until and time.time() >= until:
                return
            time.sleep(0.01)
        raise Failed('the program does not become idle')

    def place(self, cell):
        box, camera = self.ui['widgets']['map'], self.ui['camera']
        return (int(box['x'] + box['width'] / 2 + (cell[0] + 0.5 - camera['center_x']) * camera['zoom']),
                int(box['y'] + box['height'] / 2 + (cell[1] + 0.5 - camera['center_y']) * camera['zoom']))

    def kill(self, number):
        moment = time.time()
        self.process.send_signal(number)
        try:
            self.process.wait(60)
        except subprocess.TimeoutExpired:
            raise Failed('a minute after signal %d it has not ended' % number)
        self.took = time.time() - moment
        if self.process.returncode != -number:
            raise Failed('ended with %d instead of signal %d: %s' % (self.process.returncode, number, open(self.out.name).read()))
        return moment


def cells_of(size):
    """There and back again, row by row, within what the window shows."""
    width, height = min(size - 6, 60), min(size - 6, 40)
    return [(3 + (x if y % 2 == 0 else width - 1 - x), 3 + y) for y in range(height) for x in range(width)]


def write_map(path, size):
    with open(path, 'w') as file:
        file.write('type octile\nheight %d\nwidth %d\nmap\n' % (size, size) + (GROUND * size + '\n') * size)


def read_rows(path):
    with open(path) as file:
        return file.read().split('\n')[4:]


def setup_lines(size, far):
    # The first frames set the size of the view.
    lines = ['wait 3', 'terrain.select blocked', 'brush.radius 0', 'tool.select brush', 'view.center 33 24 10']
    # A search across the whole map makes slow frames.
    return lines + (['query.start %d %d' % (size - 2, size - 2), 'query.goal %d 1' % (size - 2)] if far else ['query.clear'])


class Held:
    """The button goes down on the first cell and never up; the mouse is moved from cell to cell."""

    def __init__(self, app, cells):
        self.app, self.cells, self.times = app, cells, []

    def begin(self):
        self.app.look()
        if self.app.ui['camera']['zoom'] != 10:
            raise Failed('the view is not where the script has put it')

    def run(self, until):
        while time.time() < until and len(self.times) < len(self.cells):
            done = len(self.times)
            if done > 1 and self.cells[done][1] != self.cells[done - 1][1]:
                # A slow frame sees a few moves at once and paints straight lines between them: not over a corner.
                self.app.look(until)
            at = self.app.place(self.cells[len(self.times)])
            self.times.append(time.time())
            xdotool('mousemove', *at, *(['mousedown', 1] if len(self.times) == 1 else []))
            time.sleep(max(0, min(0.03, until - time.time())))
        time.sleep(max(0, until - time.time()))

    def release(self):
        xdotool('mouseup', 1)


class Scripted:
    """A small file is written after each cell: its time is that of the cell."""

    def __init__(self, work, cells, frames):
        self.work, self.cells, self.frames = work, cells, frames

    def lines(self):
        lines = ['graph.node 0,0']
        for i, (x, y) in enumerate(self.cells):
            lines.append('paint.stroke brush blocked 0 round %d,%d' % (x, y))
            lines.append('graph.save %s/ticks/%d.graph' % (self.work, i))
            if self.frames:
                lines.append('wait 2')
        return lines

    def begin(self):
        pass

    app = None  # once it runs

    def run(self, until):
        # The time counts from the first cell on.
        first = self.work + '/ticks/0.graph'
        wait = until - time.time()
        while not os.path.exists(first):
            self.app.check()
            time.sleep(0.005)
        time.sleep(max(0, os.path.getmtime(first) + wait - time.time()))

    @property
    def times(self):
        times = []
        for i in range(len(self.cells)):
            try:
                times.append(os.path.getmtime('%s/ticks/%d.graph' % (self.work, i)))
            except OSError:
                break
        return times

    def release(self):
        pass


def restored_cells(program, work, size, cells):
    """How many of them came back; they must be the first ones and the only ones."""
    out = work + '/back.map'
    with open(work + '/back.script', 'w') as file:
        file.write('recovery.restore\nassert.now map.unsaved == true\nmap.save_as %s\napp.quit force\n' % out)
    result = App(program, work, '--script', work + '/back.script')
    result.process.wait(120)
    said = open(result.out.name).read()
    if not os.path.exists(out):
        if 'there is no unsaved work' in said:
            return 0
        raise Failed('the copy cannot be restored: ' + said)
    rows = read_rows(out)
    count = 0
    while count < len(cells) and rows[cells[count][1]][cells[count][0]] == PAINTED:
        count += 1
    painted = {(x, y) for y in range(size) if PAINTED in rows[y] for x in range(size) if rows[y][x] == PAINTED}
    other = sorted(painted - set(cells[:count]))
    if other:
        raise Failed('the restored map has the first %d cells and then others: %s' % (count, other[:20]))
    # The disk may still be full: what fills it is no part of the copy.
    left = [name for name in os.listdir(work + '/state/strata/recovery') if not name.endswith('.lock') and name != 'filler']
    if left:
        raise Failed('saved, but the recovery folder still has ' + ' '.join(left))
    return count


class SmallDisk:
    """A file system of its own for the recovery copies, which can be filled."""
    libc = ctypes.CDLL(None, use_errno=True)

    def __init__(self, folder, size):
        os.makedirs(folder, exist_ok=True)
        self.folder = folder
        room = 3 * size * size + (1 << 20)
        self.mounted = self.libc.mount(b'tmpfs', folder.encode(), b'tmpfs', 0, b'size=%d' % room) == 0

    def fill(self):
        try:
            with open(self.folder + '/filler', 'wb', buffering=0) as file:
                while True:
                    file.write(b'x' * 65536)
        except OSError:
            pass

    def empty(self):
        os.remove(self.folder + '/filler')

    def close(self):
        if self.mounted:
            self.libc.umount2(self.folder.encode(), 2)


def play_round(program, rng, number, size, term, disk_full, longest):
    work = tempfile.mkdtemp(prefix='strata-kill.')
    app, disk = None, None
    try:
        recovery = work + '/state/strata/recovery'
        if disk_full:
            disk = SmallDisk(recovery, size)
            if not disk.mounted:
                return None
        os.makedirs(work + '/ticks')
        write_map(work + '/field.map', size)
        cells = cells_of(size)
        how = rng.choice(['held', 'held', 'frames', 'no frames'])
        far = rng.random() < 0.5
        painter = None if how == 'held' else Scripted(work, cells, how == 'frames')
        with open(work + '/paint.script', 'w') as file:
            file.write('\n'.join(setup_lines(size, far) + (painter.lines() if painter else [])) + '\n')
        app = App(program, work, work + '/field.map', '--script', work + '/paint.script')
        painter = painter or Held(app, cells)
        painter.app = app
        painter.begin()
        spent = rng.uniform(0.3, longest)
        if disk_full:
            painter.run(time.time() + 4)
            disk.fill()
            painter.run(time.time() + rng.uniform(1, 4))
            # Half of the kills come while the disk is full: then the copy from before must be there.
            if disk_full == 'emptied':
                disk.empty()
                painter.run(time.time() + PROMISE + spent)
        else:
            painter.run(time.time() + spent)
        ending = ''
        if term and how == 'held':
            ending = rng.choice(['', 'released', 'dialog'])
            if ending:
                painter.release()
            if ending == 'dialog':
                xdotool('key', '67')  # F1: see journey.sh
            if ending:
                time.sleep(1)
        moment = app.kill(signal.SIGTERM if term else signal.SIGKILL)
        times = painter.times
        if how == 'held':
            painter.release()
        back = restored_cells(program, work, size, cells)
        lost = max(0.0, moment - times[back]) if back < len(times) else 0.0
        what = '%s%s%s%s' % (how, ', ' + ending if ending else '', ', far search' if far else '',
                             ', disk ' + disk_full if disk_full else '')
        print('%3d: %s %4d x %-4d %-32s %4d of %4d cells back, %.2f s lost%s' % (
            number, 'TERM' if term else 'KILL', size, size, what, back, len(times), lost,
            ', ended in %.2f s' % app.took if term else ''), flush=True)
        if disk_full == 'full':
            # Nothing can be promised but what was on the disk before.
            if back == 0:
                raise Failed('the copy from before the disk was full is gone')
            return None
        return lost
    finally:
        if app and app.process.poll() is None:
            app.process.kill()
            app.process.wait()
        if disk:
            disk.close()
        shutil.rmtree(work, ignore_errors=True)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('program')
    parser.add_argument('--kills', type=int, default=3)
    parser.add_argument('--terms', type=int, default=2)
    parser.add_argument('--full', type=int, default=0)
    parser.add_argument('--sizes', default='40,512')
    parser.add_argument('--longest', type=float, default=4)
    parser.add_argument('--seed', type=int, default=1)
    options = parser.parse_args()
    program = os.path.realpath(options.program)
    rng = random.Random(options.seed)
    sizes = [int(size) for size in options.sizes.split(',')]
    display = Display()
    rounds = [(False, '')] * options.kills + [(True, '')] * options.terms
    rounds += [(False, 'full' if i % 2 else 'emptied') for i in range(options.full)]
    rng.shuffle(rounds)
    losses, failures, left_out = {False: [], True: []}, 0, 0
    try:
        for i, (term, disk_full) in enumerate(rounds):
            try:
                lost = play_round(program, rng, i + 1, sizes[i % len(sizes)], term, disk_full, options.longest)
            except Failed as failed:
                print('%3d: FAILED: %s' % (i + 1, failed), flush=True)
                failures += 1
                continue
            if lost is None:
                left_out += 1
                continue
            losses[term].append(lost)
            if lost > PROMISE:
                print('%3d: FAILED: more than %g s are lost' % (i + 1, PROMISE), flush=True)
                failures += 1
    finally:
        display.close()
    for term, values in losses.items():
        if not values:
            continue
        print('%s: %d rounds, at most %.2f s lost' % ('SIGTERM' if term else 'SIGKILL', len(values), max(values)))
        for step in range(int(max(max(values), PROMISE) * 2) + 1):
            count = sum(1 for value in values if step / 2 <= value < step / 2 + 0.5)
            if count:
                print('  %.1f to %.1f s  %4d  %s' % (step / 2, step / 2 + 0.5, count, '#' * count))
    if options.full:
        print('%d rounds without a promise: the disk was full at the end, or no small disk could be mounted' % left_out)
    sys.exit(1 if failures else 0)


if __name__ == '__main__':
    main()
