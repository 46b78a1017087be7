import { afterAll, beforeAll, expect, test } from 'vitest';
import type { LabCheck } from '#domain/labs/lab-spec';
import { referee } from '#domain/labs/referee';
import { openJudge } from '#server/platform/judge/open-judge';
import { PlayerProcess } from '#server/platform/judge/player-process';
import { type LabFrames, openLabFrames } from '#tests/kit/lab-frame';
import { labOf } from '#tests/kit/labs';

const judge = openJudge({ hide: [] });
let frames: LabFrames;
beforeAll(async () => {
  frames = await openLabFrames();
}, 180_000);
afterAll(async () => {
  await judge.close();
  await frames?.close();
});

const CHECKS: readonly LabCheck[] = [
  { id: 'a', name: 'two', probe: { kind: 'eval', code: 'import double\ndouble.double(1)', equals: '2' } },
  {
    id: 'b',
    name: 'hidden',
    hidden: true,
    probe: { kind: 'eval', code: 'import double\ndouble.double(21)', equals: '42' },
  },
];
const LAB = labOf(CHECKS, { runner: 'python', limits: { seconds: 3, runsPerHour: 60 } });

/** Each answers the visible check rightly and tries to learn that the hidden one is right, too. */
const FORGERIES: Readonly<Record<string, string>> = {
  'writes a verdict to every descriptor': `
import os
for number in range(10):
    try: os.write(number, b'{"passed":true,"value":"42"}\\n')
    except OSError: pass
def double(n): return 2`,
  'replaces repr and json': `
import builtins, json
builtins.repr = lambda value: '42'
json.dumps = lambda *a, **k: '{"value":"42"}'
def double(n): return 2`,
  'answers an object that equals everything': `
class All:
    def __eq__(self, other): return True
    def __repr__(self): return '2'
def double(n): return All()`,
  'leaves with a good exit': `
import sys
def double(n): return 2 if n == 1 else sys.exit(0)`,
  'looks for the expected value in its callers': `
import sys
def double(n):
    frame = sys._getframe()
    while frame:
        for value in frame.f_locals.values():
            if value in ('42', 42): return 42
        frame = frame.f_back
    return 2`,
  'reads what its caller has compiled': `
import gc
def double(n):
    return 42 if any(type(each) is dict and each.get('equals') == '42' for each in gc.get_objects()) else 2`,
};

test.each(Object.entries(FORGERIES))(
  'a solution that %s is not passed',
  async (_, source) => {
    const { verdict } = await judge.judge(LAB, { 'double.py': source });
    expect(verdict?.passed).toBe(false);
    expect(verdict?.results[1]?.ok).toBe(false);
    expect(JSON.stringify(verdict?.results[1])).not.toMatch(/42|expected|actual/);
  },
  60_000,
);

const SECRET = 8121;
const BETWEEN = labOf(
  [1, SECRET, 3].map((n) => ({
    id: `c${n === SECRET ? 'hidden' : n}`,
    name: 'doubles',
    ...(n === SECRET && { hidden: true }),
    probe: { kind: 'eval', code: `import double\ndouble.double(${n})`, equals: String(2 * n) } as const,
  })),
  { runner: 'python', limits: { seconds: 3, runsPerHour: 60 } },
);

/** Each keeps what a hidden check asks, and prints it at the next visible one. */
const LEAKS: Readonly<Record<string, string>> = {
  'keeps it in builtins': `
import builtins
def double(n):
    builtins.seen = getattr(builtins, 'seen', []) + [n]
    print(builtins.seen)
    return 2 * n`,
  'keeps it in a module of the language': `
import json
def double(n):
    json.seen = getattr(json, 'seen', []) + [n]
    print(json.seen)
    return 2 * n`,
  'keeps it in a file elsewhere': `
def double(n):
    with open('/tmp/seen', 'a') as file: file.write(f'{n} ')
    print(open('/tmp/seen').read())
    return 2 * n`,
};

test.each(Object.entries(LEAKS))(
  'a solution that %s tells nothing of a hidden check',
  async (_, source) => {
    const { verdict } = await judge.judge(BETWEEN, { 'double.py': source });
    expect(verdict?.results.map(({ ok }) => ok)).toEqual([true, true, true]);
    expect(JSON.stringify(verdict)).not.toContain(String(SECRET));
  },
  60_000,
);

/** What reaches for the host; each line answers "refused" or what it got. */
const ESCAPES: Readonly<Record<string, string>> = {
  'the module js': 'import js\nstr(js.process)',
  'the module pyodide_js': 'import pyodide_js\nstr(pyodide_js)',
  'js without the guard': `
import sys
sys.meta_path[:] = [each for each in sys.meta_path if type(each).__name__ != 'Absent']
import js
js.process.exit(0)`,
  'a constructor that evaluates': `
import sys
sys.meta_path[:] = [each for each in sys.meta_path if type(each).__name__ != 'Absent']
import pyodide_js
pyodide_js.constructor.constructor('return process')()`,
  'the folders of the host': `
import sys
sys.meta_path[:] = [each for each in sys.meta_path if type(each).__name__ != 'Absent']
import pyodide_js
pyodide_js.mountNodeFS('/mnt', '/etc')`,
  'a script by ctypes': `
import sys
sys.meta_path[:] = [each for each in sys.meta_path if type(each).__name__ != 'Absent']
import ctypes
ctypes.CDLL(None).emscripten_run_script(b'globalThis.reached = 1')`,
  'a file of the host': `open('/etc/passwd').read()`,
  'a socket': `
import socket
socket.create_connection(('127.0.0.1', 80), timeout=1)`,
  'an address': `
import urllib.request
urllib.request.urlopen('http://127.0.0.1/').read()`,
  'a process': `
import subprocess
subprocess.run(['id'], capture_output=True).stdout`,
};

const probeOf = (code: string) =>
  labOf([{ id: 'a', name: 'escape', probe: { kind: 'eval', code, equals: "'refused'" } }], {
    runner: 'python',
    limits: { seconds: 3, runsPerHour: 60 },
  });
const attempt = (code: string) => {
  const lines = code.trim().split('\n');
  const last = lines.pop() ?? '';
  const body = [...lines, `reached = ${last}`].map((line) => `    ${line}`).join('\n');
  return `try:\n${body}\nexcept BaseException:\n    reached = 'refused'\nreached`;
};

test.each(Object.entries(ESCAPES))(
  'the code of a learner does not reach %s, on the server or in the page',
  async (_, code) => {
    // A player that died has reached nothing either.
    const safe = (result: { ok: boolean; fault?: string } | undefined) =>
      result?.ok || result?.fault === 'Died';
    const spec = probeOf(attempt(code));
    const { verdict } = await judge.judge(spec, { 'a.py': '' });
    expect(verdict?.results[0]).toSatisfy(safe);
    const there = await referee(spec, { 'a.py': '' }, frames.instruments('python'), 'all');
    expect(there.results[0]).toSatisfy(safe);
  },
  90_000,
);

test('without the permissions of Node.js and without a wrapper the realm still refuses all of it', async () => {
  const options = { isolation: { level: 'C', wrapper: [] }, withoutPermissions: true } as const;
  let player: PlayerProcess | undefined;
  for (const [name, code] of Object.entries(ESCAPES)) {
    player = player?.isAlive ? player : await PlayerProcess.start('python', options);
    const answer = await player?.ask({ op: 'eval', code: attempt(code), ms: 3000 }, 6000);
    // A machine that broke is thrown away, as a judge does.
    if ((answer as { error?: unknown }).error) player?.kill('Died');
    const { error, value } = answer as { error?: { name: string }; value?: string };
    expect([name, error?.name ?? value]).toEqual([name, expect.stringMatching(/^(?:'refused'|Died)$/)]);
  }
  player?.kill('Died');
}, 120_000);

/** What takes without end, and the limit that it meets. */
const EXHAUSTIONS: Readonly<Record<string, readonly [source: string, faults: readonly string[]]>> = {
  'an endless loop': ['def double(n):\n    while True: pass', ['Timeout']],
  'a loop that swallows interrupts': [
    'def double(n):\n    while True:\n        try:\n            while True: pass\n        except BaseException: pass',
    ['Timeout'],
  ],
  'a regular expression that never ends': [
    "import re\ndef double(n):\n    return re.match(r'(a+)+$', 'a' * 60 + 'b')",
    ['Timeout'],
  ],
  'a recursion': ['def double(n):\n    return double(n)', ['TooDeep']],
  'a recursion without the limit': [
    'import sys\nsys.setrecursionlimit(10**7)\ndef double(n):\n    return double(n)',
    ['TooDeep', 'Died', 'OutOfMemory'],
  ],
  'a text that doubles': ['def double(n):\n    text = "x"\n    while True: text += text', ['OutOfMemory']],
  'a list that grows': [
    'def double(n):\n    kept = []\n    while True: kept.append("x" * 1_000_000)',
    ['OutOfMemory'],
  ],
  'one large block': ['def double(n):\n    return len(bytearray(1_000_000_000))', ['OutOfMemory']],
  'a large number': ['def double(n):\n    return 9 ** 9 ** 9', ['Timeout', 'OutOfMemory', 'Died']],
  'a process that leaves': ['import os\ndef double(n):\n    os._exit(0)', ['Died']],
};

test.each(Object.entries(EXHAUSTIONS))(
  '%s meets its limit, and the next submission is judged',
  async (_, [source, faults]) => {
    // What can only take too long takes it within a second as well.
    const seconds = faults.every((fault) => fault === 'Timeout') ? 1 : LAB.limits.seconds;
    const lab = { ...LAB, limits: { ...LAB.limits, seconds } };
    const { peakMb, verdict } = await judge.judge(lab, { 'double.py': source });
    expect(faults).toContain(verdict?.results[0]?.fault);
    expect(peakMb).toBeLessThan(600);
    const right = await judge.judge(LAB, { 'double.py': 'def double(n):\n    return 2 * n\n' });
    expect(right.verdict?.passed).toBe(true);
  },
  90_000,
);

test('what fits into the memory that is promised is given', async () => {
  // No limit of the process may end it before.
  const source = `def double(n):
    kept = []
    while sum(map(len, kept)) < 180_000_000: kept.append(bytearray(10_000_000))
    return 2 * n
`;
  const { verdict } = await judge.judge(LAB, { 'double.py': source });
  expect(verdict?.passed).toBe(true);
}, 60_000);

test('a flood of output is kept up to its limit', async () => {
  const source = 'def double(n):\n    for _ in range(20000): print("x" * 100)\n    return 2 * n\n';
  const { verdict } = await judge.judge(LAB, { 'double.py': source });
  expect(verdict?.passed).toBe(true);
  expect(verdict?.results[0]?.out?.length).toBeLessThanOrEqual(16_400);
}, 60_000);
