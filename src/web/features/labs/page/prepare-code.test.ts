import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { prepareCode } from './prepare-code.ts';

/** Runs it with a clock that is up after a hundred looks. */
function run(code: string): unknown {
  let left = 100;
  const __pause = () => {
    left -= 1;
    if (left < 0) throw new RangeError('Timeout');
  };
  return runInNewContext(
    prepareCode(code, () => undefined),
    { __pause },
    { timeout: 2000 },
  );
}

test.each([
  'for (;;);',
  'for (;;) for (;;);',
  'while (true) {}',
  'while (true) x = 1',
  'do ; while (true)',
  'do { continue; } while (true)',
  'let at = { next: 0 }; while (at) for (const key in at) key;',
  'again: while (true) { while (true) continue again; }',
  'while (true) try { null.x } catch {}',
  'const f = () => f(); f()',
  'const f = (n) => g(n); function g(n) { return f(n); } f(1)',
  'class A { get x() { return this.y(); } y() { return this.x; } } new A().x',
])('%s comes to an end', (code) => {
  expect(() => run(code)).toThrow('Timeout');
});

test.each([
  ['let n = 0; for (let i = 0; i < 5; i++) n += i; n', 10],
  ['let n = 0; for (const x of [1, 2]) if (x > 1) n = x; else n = -x; n', 2],
  ['[1, 2].map((x) => x * 2).map((x) => ({ x })).map(({ x }) => [x]).join()', '2,4'],
  ['const f = (a) => (b) => a + b; f(1)(2)', 3],
  ['const f = (a) => a ? 1 : 2, g = f(0); g', 2],
  ['let n = 0; do n++; while (n < 3); n', 3],
  ['let f; for (const n of [1, 2]) f = () => n\nf()', 2],
  ['let f; while (!f) for (const n of [1, 2]) f = () => () => n\nf()()', 2],
  ['const o = { f() { return this.g(); }, g: function () { return `a` + [1].map((x) => x); } }; o.f()', 'a1'],
  [
    'class A { #x = 1; constructor() { this.#x += 1; } static make = () => new A(); get x() { return this.#x; } } A.make().x',
    2,
  ],
  ['const text = "for (;;) { }"; const re = /while (x)/; text + re', 'for (;;) { }/while (x)/'],
])('%s does what it did', (code, expected) => {
  expect(run(code)).toEqual(expected);
});

test('imports get their new names, and nothing else does', () => {
  const code = (imported: string, other: string) =>
    `import a from ${imported};\nimport ${imported}; export * from ${imported}; export default ${other};\nconst c = ${other}, d = import(${imported});`;
  const renamed = prepareCode(code("'./b'", "'./b'"), (name) => (name === './b' ? 'lab/b.js' : undefined));
  expect(renamed).toBe(code('"lab/b.js"', "'./b'"));
});
