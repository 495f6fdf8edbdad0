#!/usr/bin/env python3
"""Ends the program by a signal at random moments while structures are built, and sees that the work comes back.

usage: signals.py PROGRAM [--rounds N | --minutes M] [--size N] [--seed N]

Each round paints, lets groups of the mesh and contraction hierarchies be built again and again (METIS, which both use,
handles signals itself while it works), and sends SIGTERM, SIGINT or SIGHUP. The program must end by that signal, and a
fresh one must offer what was painted."""
import argparse
import os
import random
import shutil
import signal
import sys
import tempfile
import time

from kill import App, Display, Failed, read_rows

SIGNALS = [signal.SIGTERM, signal.SIGINT, signal.SIGHUP]
STRUCTURES = ['cch', 'hna', 'ch']


def play_round(program, rng, number, size):
    work = tempfile.mkdtemp(prefix='strata-signals.')
    app = None
    try:
        begun = work + '/begun.graph'
        # Many small obstacles: METIS has much to part.
        lines = ['wait 3', 'map.generate random %d %d 1 25 force' % (size, size), 'hna.mu 4', 'ch.graph corners',
                 'graph.node 0,0', 'paint.rectangle 3 3 9 9 outline blocked', 'graph.save ' + begun]
        for _ in range(40):
            for structure in rng.sample(STRUCTURES, len(STRUCTURES)):
                lines += [structure + ' on', 'wait %d' % rng.randint(1, 30), structure + ' off']
        with open(work + '/build.script', 'w') as file:
            file.write('\n'.join(lines) + '\n')
        app = App(program, work, '--script', work + '/build.script')
        while not os.path.exists(begun):
            app.check()
            time.sleep(0.005)
        time.sleep(rng.uniform(0, 2))
        sent = rng.choice(SIGNALS)
        app.kill(sent)
        out = work + '/back.map'
        with open(work + '/back.script', 'w') as file:
            file.write('recovery.restore\nmap.save_as %s\napp.quit force\n' % out)
        again = App(program, work, '--script', work + '/back.script')
        again.process.wait(60)
        if not os.path.exists(out):
            raise Failed('nothing comes back: ' + open(again.out.name).read())
        rows = read_rows(out)
        if rows[3][3:10] != '@' * 7 or rows[9][3:10] != '@' * 7:
            raise Failed('something else comes back: ' + rows[3][:12])
        print('%3d: %s, ended in %.2f s' % (number, sent.name, app.took), flush=True)
    finally:
        if app and app.process.poll() is None:
            app.process.kill()
            app.process.wait()
        shutil.rmtree(work, ignore_errors=True)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('program')
    parser.add_argument('--rounds', type=int, default=6)
    parser.add_argument('--minutes', type=float, help='as many rounds as fit')
    parser.add_argument('--size', type=int, default=300)
    parser.add_argument('--seed', type=int, default=1)
    options = parser.parse_args()
    rng = random.Random(options.seed)
    display, failures = Display(), 0
    try:
        begin, number = time.monotonic(), 0
        while time.monotonic() - begin < 60 * options.minutes if options.minutes else number < options.rounds:
            number += 1
            try:
                play_round(os.path.realpath(options.program), rng, number, options.size)
            except Failed as failed:
                print('%3d: FAILED: %s' % (number, failed), flush=True)
                failures += 1
    finally:
        display.close()
    print('%d rounds, %d failed' % (number, failures))
    sys.exit(1 if failures else 0)


if __name__ == '__main__':
    main()
