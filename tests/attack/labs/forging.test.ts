import { afterAll, expect, test } from 'vitest';
import { openJudge } from '#server/platform/judge/open-judge';
import { DOUBLING, labOf } from '#tests/kit/labs';

const judge = openJudge({ hide: [] });
afterAll(() => judge.close());

/** Each answers the visible check rightly and tries to learn that the hidden one is right, too. */
const FORGERIES: Readonly<Record<string, string>> = {
  'writes a verdict to its output': `console.log('{"passed":true,"value":42}'); export const double = () => 2;`,
  'poisons JSON': `JSON.stringify = () => '42'; JSON.parse = () => 42; export const double = () => 2;`,
  'poisons what values are packed by': `Object.keys = () => []; Array.isArray = () => true; Map.prototype.get = () => 42; Number.isFinite = () => true; Object.is = () => true; export const double = () => 2;`,
  'answers an object that equals everything': `export const double = () => ({ valueOf: () => 42, toString: () => '42', [Symbol.toPrimitive]: () => 42, toJSON: () => 42 });`,
  'answers a tagged value': `export const double = () => ({ t: 'number', v: '42' });`,
  'answers a proxy': `export const double = () => new Proxy({}, { get: () => 42, ownKeys: () => ['t', 'v'], getOwnPropertyDescriptor: () => ({ value: 42, enumerable: true, configurable: true }) });`,
  'waits for the referee to forget': `export const double = () => new Promise(() => {});`,
  'looks for the expected value': `export const double = (n) => { for (const key of Object.getOwnPropertyNames(globalThis)) if (globalThis[key] === 42) return 42; return 2; };`,
  'reads the source of its caller': `export const double = (n) => Number(/\\b42\\b/.exec(String(new Error().stack))?.[0] ?? 2);`,
  'leaves by a constructor': `export const double = () => { try { console.log.constructor('return process')().exit(0); } catch {} return 2; };`,
};

test.each(Object.entries(FORGERIES))(
  'a solution that %s is not passed',
  async (_, source) => {
    const { verdict } = await judge.judge(labOf(DOUBLING), { 'src/double.js': source });
    expect(verdict?.passed).toBe(false);
    expect(verdict?.results[1]?.ok).toBe(false);
    expect(JSON.stringify(verdict?.results[1])).not.toMatch(/42|expected|actual/);
  },
  60_000,
);

/** The second of three checks is hidden, and asks for what nobody else does. */
const SECRET = 8121;
const BETWEEN = labOf(
  [1, SECRET, 3].map((n) => ({
    id: `c${n === SECRET ? 'hidden' : n}`,
    name: 'doubles',
    ...(n === SECRET && { hidden: true }),
    probe: { kind: 'call', module: 'src/double', call: 'double', args: [n], equals: 2 * n } as const,
  })),
);

/** Each keeps what a hidden check asks, and gives it away at the next visible one. */
const LEAKS: Readonly<Record<string, string>> = {
  'prints what it was asked before': `const seen = []; export const double = (n) => { seen.push(n); console.log(seen); return 2 * n; };`,
  'answers what it was asked before': `const seen = []; export const double = (n) => { seen.push(n); return seen; };`,
  'throws what it was asked before': `export const double = (n) => { globalThis.seen = [...(globalThis.seen ?? []), n]; throw new Error(globalThis.seen.join()); };`,
  'prints later what it was asked': `export const double = (n) => { setTimeout(() => console.log(n), 1); Promise.resolve().then(() => console.log(n)); return 2 * n; };`,
};

test.each(Object.entries(LEAKS))(
  'a solution that %s tells nothing of a hidden check',
  async (_, source) => {
    const { verdict } = await judge.judge(BETWEEN, { 'src/double.js': source });
    expect(verdict?.results).toHaveLength(3);
    expect(JSON.stringify(verdict)).not.toContain(String(SECRET));
    expect(JSON.stringify(verdict)).not.toContain(String(2 * SECRET));
  },
  60_000,
);

const REPLYING = labOf(
  [
    {
      id: 'a',
      name: 'replies',
      probe: { kind: 'http', module: 'server', request: { method: 'GET', path: '/' }, body: 'x' },
    },
  ],
  { runner: 'http' },
);

/** How each replies to the only request. */
const COSTLY: Readonly<Record<string, string>> = {
  'replies with millions of spaces': `res.end(' '.repeat(3e6) + 'x');`,
  'replies with spaces in thousands of lines': `res.end((' '.repeat(999) + 'x\\n').repeat(3000));`,
  'replies with empty lines': `res.end('\\n'.repeat(1e6) + 'x');`,
  'replies with thousands of headers': `for (let n = 0; n < 3000; n += 1) res.setHeader('x-' + n, 'x'.repeat(999)); res.end();`,
};

test.each(Object.entries(COSTLY))(
  'a server that %s costs the judge no more than its length',
  async (_, reply) => {
    const source = `import { createServer } from 'node:http'; createServer((req, res) => { ${reply} }).listen(3000);`;
    const begun = performance.now();
    const { verdict } = await judge.judge(REPLYING, { 'server.js': source });
    expect(performance.now() - begun).toBeLessThan(30_000);
    expect(verdict?.passed).toBe(false);
    expect(verdict?.results[0]?.fault).toBeUndefined();
    expect(JSON.stringify(verdict).length).toBeLessThan(100_000);
  },
  60_000,
);
