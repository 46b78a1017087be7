import { expect, test } from 'vitest';
import { type PlannedModule, planChunks } from './plan-chunks.ts';

/** Modules by id: what each imports, what it fetches later, and its bytes. */
type Sketch = Record<string, { imports?: string[]; fetches?: string[]; bytes?: number }>;

function plan(sketch: Sketch, options: Partial<Parameters<typeof planChunks>[1]> = {}) {
  const modules = new Map(
    Object.entries(sketch).map(
      ([id, { imports = [], fetches = [], bytes = 100 }]): [string, PlannedModule] => [
        id,
        { imports, fetches, bytes },
      ],
    ),
  );
  const planned = planChunks(modules, {
    isPlaced: (id) => id === 'entry',
    weightOf: () => 1,
    companyOf: () => undefined,
    fetchesCompany: () => false,
    isNamed: () => false,
    ...options,
  });
  const files = [...Map.groupBy(planned, ([, file]) => file).values()];
  return files.map((members) => members.map(([id]) => id).sort()).sort();
}

test('what several pages share stands in one file, what one page has and what everybody has in none of it', () => {
  const sketch = {
    entry: { imports: ['shell'], fetches: ['a', 'b'] },
    shell: {},
    a: { imports: ['shell', 'one', 'two', 'own'] },
    b: { imports: ['one', 'two'] },
    one: {},
    two: {},
    own: {},
  };
  expect(plan(sketch)).toEqual([['one', 'two']]);
});

test('a little that a page has no use for is worth a request, much is not', () => {
  const sketch = (bytes: number) => ({
    entry: { fetches: ['a', 'b', 'c'] },
    a: { imports: ['all', 'some'] },
    b: { imports: ['all', 'some'] },
    c: { imports: ['all'] },
    all: {},
    some: { bytes },
  });
  expect(plan(sketch(100))).toEqual([['all', 'some']]);
  expect(plan(sketch(100_000))).toEqual([['all'], ['some']]);
  const isDear = (id: string) => (id === 'c' ? 1000 : 1);
  expect(plan(sketch(100), { weightOf: isDear })).toEqual([['all'], ['some']]);
});

test('a page is not brought what another part needs', () => {
  const sketch = (bytes: number) => ({
    entry: { fetches: ['a', 'b', 'c', 'd'] },
    a: { imports: ['words', 'form'] },
    b: { imports: ['words', 'form'] },
    c: { imports: ['words'] },
    d: { imports: ['zod'] },
    words: {},
    form: { imports: ['zod'] },
    zod: { bytes },
  });
  expect(plan(sketch(100))).toEqual([['form', 'words', 'zod']]);
  expect(plan(sketch(1_000_000))).toContainEqual(['words']);
});

test('two files never need each other', () => {
  const sketch = (top: string[]) => ({
    entry: { fetches: ['a', 'b', 'between'] },
    a: { imports: ['top', 'bottom'] },
    b: { imports: ['top', 'bottom'] },
    top: { imports: top },
    between: { imports: ['bottom'] },
    bottom: {},
  });
  const isNamed = (id: string) => id === 'between';
  expect(plan(sketch([]), { isNamed })).toEqual([['bottom', 'top']]);
  expect(plan(sketch(['between']), { isNamed })).toEqual([['bottom'], ['top']]);
});

test('what is always fetched together stands in one file, with what only that needs', () => {
  const sketch = {
    entry: { fetches: ['bell', 'menu', 'a'] },
    bell: { imports: ['sound'] },
    menu: {},
    sound: {},
    a: {},
  };
  const companyOf = (id: string) => (id === 'bell' || id === 'menu' ? 'members' : undefined);
  expect(plan(sketch)).toEqual([]);
  expect(plan(sketch, { companyOf })).toEqual([['bell', 'menu', 'sound']]);
});

test('what a page fetches with its company costs it no byte more', () => {
  const sketch = {
    entry: { fetches: ['bell', 'a', 'b'] },
    bell: { imports: ['time'] },
    a: { imports: ['list', 'time'] },
    b: { imports: ['list'] },
    time: { bytes: 50_000 },
    list: {},
  };
  const companyOf = (id: string) => (id === 'bell' ? 'members' : undefined);
  expect(plan(sketch, { companyOf })).not.toContainEqual(['list', 'time']);
  expect(plan(sketch, { companyOf, fetchesCompany: (id) => id !== 'bell' })).toEqual([
    ['bell', 'list', 'time'],
  ]);
});

test('a file that is asked for by its name holds nothing else that others need', () => {
  const sketch = {
    entry: { fetches: ['a', 'b', 'named'] },
    a: { imports: ['named', 'one'] },
    b: { imports: ['named', 'one'] },
    named: {},
    one: {},
  };
  expect(plan(sketch)).toEqual([['named', 'one']]);
  expect(plan(sketch, { isNamed: (id) => id === 'named' })).toEqual([['one']]);
});
