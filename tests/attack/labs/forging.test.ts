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
