import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import type { Runtime } from '../../runtime.ts';
import { exportTable } from './export-table.ts';
import { startQuickJs } from './start.ts';

const WASM = 'node_modules/@jitl/quickjs-ng-wasmfile-release-sync/dist/emscripten-module.wasm';
let runtime: Runtime;
beforeEach(async () => {
  const wasm = readFileSync(join(import.meta.dirname, '../../../..', WASM));
  runtime = await startQuickJs(new WebAssembly.Module(exportTable(wasm)));
});

async function run(program: string, ms = 5000) {
  await runtime.ask({ op: 'load', files: { 'main.js': program }, ms });
  return runtime.ask({ op: 'run', file: 'main.js', stdin: '', argv: [], ms });
}

/** Each ends itself; the error is named as Node.js names it. */
const PROGRAMS: [name: string, exit: number, program: string, error?: string][] = [
  ['all goes well', 0, `console.log('done')`],
  ['throws', 1, `console.log('a');\nthrow new Error('broken')`, 'Error: broken (main.js:2)'],
  [
    'an async function throws at once',
    1,
    `async function main() { throw new TypeError('x') }\nmain()`,
    'TypeError: x (main.js:1)',
  ],
  [
    'an async function throws later',
    1,
    `async function main() {\nawait null;\nconsole.log('a');\nthrow new Error('x') }\nmain();\nconsole.log('b')`,
    'Error: x (main.js:4)',
  ],
  [
    'an async function throws after a timer, and another timer is left',
    1,
    `const wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
    async function main() { await wait(5); throw new Error('x') }
    setTimeout(() => console.log('never'), 60);
    main()`,
    'Error: x',
  ],
  [
    'the error is caught',
    0,
    `async function main() { throw new Error('x') }\nmain().catch((e) => console.log(e.message))`,
  ],
  [
    'the error is caught by try',
    0,
    `const fail = async () => { throw 1 };\ntry { await fail() } catch (e) { console.log(e) }`,
  ],
  [
    'it is handled in the same turn',
    0,
    `const late = Promise.reject(new Error('x'));\nawait null;\nlate.catch(() => console.log('handled'))`,
  ],
  [
    'it is handled in a later turn',
    1,
    `const late = Promise.reject(new Error('x'));\nsetTimeout(() => late.catch(() => console.log('handled')), 1)`,
    'Error: x',
  ],
  [
    'one of two is handled',
    1,
    `Promise.reject(new Error('a')).catch(() => {});\nPromise.reject(new Error('b'))`,
    'Error: b',
  ],
  [
    'all are handled together',
    0,
    `await Promise.allSettled([Promise.reject(1), Promise.reject(2)]);\nPromise.all([Promise.reject(3)]).catch(console.log)`,
  ],
  [
    'what handles it throws',
    1,
    `Promise.reject(new Error('a')).catch(() => { throw new Error('b') })`,
    'Error: b',
  ],
  [
    'finally handles nothing',
    1,
    `Promise.reject(new Error('a')).finally(() => console.log('end'))`,
    'Error: a',
  ],
  [
    'many are rejected, and all are handled',
    0,
    `const all = Array.from({ length: 5000 }, (_, i) => Promise.reject(i));\nfor (const one of all) one.catch(() => {})`,
  ],
  ['a timer throws', 1, `setTimeout(() => { throw new Error('x') }, 1)`, 'Error: x'],
  ['a microtask throws', 1, `queueMicrotask(() => { throw new Error('x') })`, 'Error: x'],
  [
    'it waits for what never comes',
    13,
    `console.log('a');\nawait new Promise(() => {});\nconsole.log('b')`,
    'Warning: Detected unsettled top-level await',
  ],
  ['a function waits for what never comes', 0, `(async () => { await new Promise(() => {}) })()`],
  [
    'an interval ends',
    0,
    `let n = 0;\nconst i = setInterval(() => { console.log(++n); if (n === 3) clearInterval(i) }, 1)`,
  ],
];

describe('a program ends as in Node.js', () => {
  test.each(PROGRAMS)('%s', async (_, exit, program, error = '') => {
    const node = spawnSync(process.execPath, ['--input-type=module', '--eval', program], {
      encoding: 'utf8',
    });
    expect(node.status).toBe(exit);
    expect(node.stderr).toContain(error.replace(/ \(.*/, ''));
    const { out, value } = await run(program);
    expect(value).toMatchObject({ exit, stderr: expect.stringContaining(error) });
    expect(out).toBe(node.stdout);
  });
});

test('what no error is rejects a program, too', async () => {
  expect((await run(`Promise.reject('text')`)).value).toMatchObject({ exit: 1, stderr: 'Error: text\n' });
  expect((await run(`Promise.reject()`)).value).toMatchObject({ exit: 1, stderr: 'Error: undefined\n' });
});

test('an interval may tick as often as it has time for', async () => {
  const program = `let n = 0;\nconst i = setInterval(() => { if (++n === 20000) { clearInterval(i); console.log(n) } })`;
  expect(await run(program)).toEqual({ value: { exit: 0, stderr: '' }, out: '20000\n' });
});

test.each([
  `setInterval(() => {}, 1000)`,
  `const again = () => setTimeout(again);\nagain()`,
  `const again = () => Promise.resolve().then(again);\nagain()`,
  `const stay = async () => { for (;;) try { await null; for (;;); } catch {} };\nstay()`,
])('a program that never ends is a timeout: %s', async (program) => {
  expect((await run(program, 300)).error).toMatchObject({ name: 'Timeout' });
});

test('an endless chain of promises of a program that has ended leaves the next one its time', async () => {
  const left = `const again = () => Promise.resolve().then(again);\nagain();\nthrow new Error('new')`;
  expect(await run(left)).toMatchObject({ value: { exit: 1 } });
  const next = `setTimeout(() => console.log('well'), 1)`;
  expect(await run(next)).toEqual({ value: { exit: 0, stderr: '' }, out: 'well\n' });
  const lost = await run(`(async () => { throw new Error('lost') })()`);
  expect(lost.value).toMatchObject({ exit: 1, stderr: expect.stringContaining('lost') });
});

test('what a program left behind is not the fault of the next one', async () => {
  const left = `Promise.resolve().then(async () => { throw new Error('old') });\nthrow new Error('new')`;
  expect((await run(left)).value).toMatchObject({ exit: 1 });
  expect(await run(`console.log('well')`)).toEqual({ value: { exit: 0, stderr: '' }, out: 'well\n' });
});
