import { afterEach, beforeEach, expect, test, vi } from 'vitest';

const SAVED = { files: { 'a.js': 'saved' }, version: 3 };

beforeEach(() => {
  const kept = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, text: string) => kept.set(name, text),
    removeItem: (name: string) => kept.delete(name),
  });
  // `Object.keys` lists what is kept, as in a browser.
  vi.stubGlobal(
    'localStorage',
    new Proxy(localStorage, {
      ownKeys: () => [...kept.keys()],
      getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true }),
    }),
  );
});
afterEach(() => vi.unstubAllGlobals());

test('what the server does not have is read again, what it has is dropped', async () => {
  const { keepWork, workName, readWork } = await import('./kept-work.ts');
  const base = workName('ada', 'section');
  expect(readWork(base, SAVED)).toBeNull();
  const typed = { files: { 'a.js': 'typed' }, version: 2 };
  keepWork(base, typed);
  expect(readWork(base, SAVED)).toEqual({ ...typed, unanswered: [] });
  expect(readWork(workName('ben', 'section'), SAVED)).toBeNull();
  keepWork(base, { files: SAVED.files, version: 2 });
  expect(readWork(base, SAVED)).toBeNull();
  expect(localStorage.getItem(base)).toBeNull();
});

test('what cannot be work is none', async () => {
  const { workName, readWork } = await import('./kept-work.ts');
  const base = workName('ada', 'section');
  for (const text of ['{', '7', '{"version":1}', '{"files":{}}', '{"files":null,"version":1}']) {
    localStorage.setItem(base, text);
    expect(readWork(base, SAVED)).toBeNull();
  }
});

test('what a page kept is found as soon as that page is closed, and never while it is open', async () => {
  const { findAbandoned, holdName, keepWork, workName } = await import('./kept-work.ts');
  vi.stubGlobal('navigator', { locks: new Locks() });
  const base = workName('ada', 'section');
  for (const page of ['own', 'open', 'closed']) keepWork(`${base}.${page}`, { files: {}, version: 1 });
  keepWork(`${workName('ada', 'other')}.closed`, { files: {}, version: 1 });
  const close = holdName(`${base}.open`);
  const found: string[] = [];
  findAbandoned(base, `${base}.own`, (name) => found.push(name));
  await settle();
  expect(found).toEqual([`${base}.closed`]);
  close();
  await settle();
  expect(found).toEqual([`${base}.closed`, `${base}.open`]);
});

test('of two pages that find the same, the second is told when the first is closed', async () => {
  const { findAbandoned, keepWork, workName } = await import('./kept-work.ts');
  vi.stubGlobal('navigator', { locks: new Locks() });
  const base = workName('ada', 'section');
  keepWork(`${base}.closed`, { files: {}, version: 1 });
  const found: string[] = [];
  const close = findAbandoned(base, `${base}.a`, () => found.push('first'));
  findAbandoned(base, `${base}.b`, () => found.push('second'));
  await settle();
  expect(found).toEqual(['first']);
  close();
  await settle();
  expect(found).toEqual(['first', 'second']);
});

test('a page that is gone is not told, and without locks every page looks closed', async () => {
  const { findAbandoned, holdName, keepWork, workName } = await import('./kept-work.ts');
  vi.stubGlobal('navigator', { locks: new Locks() });
  const base = workName('ada', 'section');
  keepWork(`${base}.open`, { files: {}, version: 1 });
  const found: string[] = [];
  const close = holdName(`${base}.open`);
  findAbandoned(base, `${base}.own`, (name) => found.push(name))();
  close();
  await settle();
  expect(found).toEqual([]);
  vi.stubGlobal('navigator', {});
  findAbandoned(base, `${base}.own`, (name) => found.push(name));
  expect(found).toEqual([`${base}.open`]);
});

/** Locks as browsers lend them: one after the other for each name. */
class Locks {
  readonly #last = new Map<string, Promise<unknown>>();
  request(name: string, take: () => unknown): Promise<unknown> {
    const next = Promise.resolve(this.#last.get(name)).then(take);
    this.#last.set(name, next);
    return next;
  }
}
const settle = () => new Promise((resolve) => setTimeout(resolve, 0));
