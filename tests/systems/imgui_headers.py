"""Parses what includes imgui.h against other headers of Dear ImGui.

imgui_headers.py COMPILE_COMMANDS INCLUDE_FOLDER WORK_FOLDER

Most of the time of such a file goes into headers that all of them include, so files are united into as many units as
there are processors. What a file has in an unnamed namespace gets a name of its own there, as others have the same.
A unit that fails says nothing yet: it is taken apart until a file fails as it is, or none does."""
import collections
import concurrent.futures
import json
import os
import re
import shlex
import subprocess
import sys

commands_path, imgui, work = sys.argv[1:4]
cores = os.cpu_count() or 1


def flags_of(entry):
    """The compiler and its flags, without what is written, precompiled headers, and the system's Dear ImGui."""
    words = entry.get('arguments') or shlex.split(entry['command'])
    while not re.search(r'(^|/)[\w.-]*(g|c|clang)\+\+[\w.-]*$', words[0]):
        words = words[1:]  # ccache
    kept, skip = [], 0
    for at, word in enumerate(words):
        if skip:
            skip -= 1
        elif word in ('-o', '-c', '-include', '-include-pch', '-Xclang'):
            skip = 1
        elif word == '-isystem' and words[at + 1].rstrip('/').endswith('/imgui'):
            kept += ['-isystem', imgui]
            skip = 1
        elif not word.startswith(('-fpch', '-Winvalid-pch')) and word != entry['file']:
            kept.append(word)
    return tuple(kept) + ('-w', '-O0', '-fsyntax-only')


def include_names(text):
    return re.findall(r'^\s*#\s*include\s*([<"])([^>"]+)[>"]', text, re.M)


def read(path):
    with open(path, encoding='utf-8') as file:
        return file.read()


def reaches_imgui(path, roots, seen):
    if path in seen:
        return False
    seen.add(path)
    for kind, name in include_names(read(path)):
        if kind == '<' and 'imgui' in name:
            return True
        for root in roots:
            below = os.path.join(root, name)
            if kind == '"' and os.path.isfile(below) and reaches_imgui(below, roots, seen):
                return True
    return False


def private_names(text):
    """What is defined in unnamed namespaces at the left margin."""
    names = set()
    for body in re.findall(r'^namespace \{\n(.*?)^\}  // namespace$', text, re.M | re.S):
        type_line = r'(?m)^(?:enum class|enum|struct|class) (\w+).*$'
        names |= set(re.findall(type_line, body))
        body = re.sub(r'(?m)^template .*$', '', re.sub(type_line, '', body))
        names |= set(re.findall(r'^[A-Za-z_][^\n;={(]*?\b(\w+)(?:\[[^\n]*\])?\s*(?:[({;=]|$)', body, re.M))
    return names


def write_unit(path, files):
    with open(path, 'w', encoding='utf-8') as unit:
        for number, file in enumerate(files):
            text = read(file)
            for name in private_names(text):
                # Not a member of something, nor a name of another namespace.
                text = re.sub(r'(?<![\w.>"/])(?<!::)%s\b' % name, '%s_of_file_%d' % (name, number), text)
            unit.write('#line 1 "%s"\n%s\n' % (file, text))


def parse(flags, path):
    run = subprocess.run(flags + (path,), capture_output=True, text=True, errors='replace', cwd=work)
    return '' if run.returncode == 0 else run.stderr or 'the compiler ended with status %d' % run.returncode


def fault(flags, files, name):
    """What is wrong with one of the files, or nothing."""
    if len(files) == 1:
        return parse(flags, files[0])
    unit = os.path.join(work, name + '.cpp')
    write_unit(unit, files)
    said = parse(flags, unit)
    if not said:
        return ''
    place = re.search(r'^(\S+?):\d+:(?:\d+:)? (?:fatal )?error:', said, re.M)
    suspects = [file for file in files if place and file == place.group(1)] or files[:1]
    own = parse(flags, suspects[0])
    if own:
        return own
    left = [file for file in files if file != suspects[0]]
    half = (len(left) + 1) // 2
    return fault(flags, left[:half], name + 'a') or (fault(flags, left[half:], name + 'b') if left[half:] else '')


def sources_of(path):
    """The sources that a command compiles: several where CMake has put them into one file."""
    if not path.endswith('_cxx.cxx'):
        return [path]
    return [name for _, name in include_names(read(path)) if name.endswith('.cpp')]


def main():
    groups = collections.defaultdict(list)
    with open(commands_path) as file:
        entries = json.load(file)
    for entry in entries:
        path = entry['file']
        command = entry.get('command') or ' '.join(entry['arguments'])
        if not path.endswith(('.cpp', '_cxx.cxx')) or not re.search(r'-isystem \S*/imgui\b', command):
            continue
        flags = flags_of(entry)
        roots = [word[2:] for word in flags if word.startswith('-I')]
        for source in sources_of(path):
            if reaches_imgui(source, roots, set()):
                groups[flags].append(source)
    count = sum(map(len, groups.values()))
    if count == 0:
        print('no file includes it')
        return 1
    jobs = []
    for flags, files in groups.items():
        files.sort()  # neighbours include much the same
        parts = min(cores, (len(files) + 9) // 10)
        size = (len(files) + parts - 1) // parts
        for at in range(0, len(files), size):
            jobs.append((flags, files[at:at + size], 'unit%d' % len(jobs)))
    with concurrent.futures.ThreadPoolExecutor(cores) as pool:
        faults = [said for said in pool.map(lambda job: fault(*job), jobs) if said]
    if not faults:
        print('%d files ok' % count)
        return 0
    for said in faults:
        sys.stderr.write('\n'.join(said.splitlines()[:20]) + '\n')
    print('%d files, some do not compile' % count)
    return 1


sys.exit(main())
