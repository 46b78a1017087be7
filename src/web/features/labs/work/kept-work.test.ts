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
  const { keepWork, placeOf, readWork } = await import('./kept-work.ts');
  const place = placeOf('ada', 'section');
  expect(readWork(place, SAVED)).toBeNull();
  const typed = { files: { 'a.js': 'typed' }, version: 2 };
  keepWork(place, typed);
  expect(readWork(place, SAVED)).toEqual(typed);
  expect(readWork(placeOf('ben', 'section'), SAVED)).toBeNull();
  keepWork(place, { files: SAVED.files, version: 2 });
  expect(readWork(place, SAVED)).toBeNull();
  expect(localStorage.getItem(place)).toBeNull();
});

test('what cannot be work is none', async () => {
  const { placeOf, readWork } = await import('./kept-work.ts');
  const place = placeOf('ada', 'section');
  for (const text of ['{', '7', '{"version":1}', '{"files":{}}', '{"files":null,"version":1}']) {
    localStorage.setItem(place, text);
    expect(readWork(place, SAVED)).toBeNull();
  }
});

test('what a page kept is found as soon as that page is closed, and never while it is open', async () => {
  const { findAbandoned, holdName, keepWork, placeOf } = await import('./kept-work.ts');
  vi.stubGlobal('navigator', { locks: new Locks() });
  const place = placeOf('ada', 'section');
  for (const page of ['own', 'open', 'closed']) keepWork(`${place}.${page}`, { files: {}, version: 1 });
  keepWork(`${placeOf('ada', 'other')}.closed`, { files: {}, version: 1 });
  const close = holdName(`${place}.open`);
  const found: string[] = [];
  findAbandoned(place, `${place}.own`, (name) => found.push(name));
  await settle();
  expect(found).toEqual([`${place}.closed`]);
  close();
  await settle();
  expect(found).toEqual([`${place}.closed`, `${place}.open`]);
});

test('of two pages that find the same, the second is told when the first is closed', async () => {
  const { findAbandoned, keepWork, placeOf } = await import('./kept-work.ts');
  vi.stubGlobal('navigator', { locks: new Locks() });
  const place = placeOf('ada', 'section');
  keepWork(`${place}.closed`, { files: {}, version: 1 });
  const found: string[] = [];
  const close = findAbandoned(place, `${place}.a`, () => found.push('first'));
  findAbandoned(place, `${place}.b`, () => found.push('second'));
  await settle();
  expect(found).toEqual(['first']);
  close();
  await settle();
  expect(found).toEqual(['first', 'second']);
});

test('a page that is gone is not told, and without locks every page looks closed', async () => {
  const { findAbandoned, holdName, keepWork, placeOf } = await import('./kept-work.ts');
  vi.stubGlobal('navigator', { locks: new Locks() });
  const place = placeOf('ada', 'section');
  keepWork(`${place}.open`, { files: {}, version: 1 });
  const found: string[] = [];
  const close = holdName(`${place}.open`);
  findAbandoned(place, `${place}.own`, (name) => found.push(name))();
  close();
  await settle();
  expect(found).toEqual([]);
  vi.stubGlobal('navigator', {});
  findAbandoned(place, `${place}.own`, (name) => found.push(name));
  expect(found).toEqual([`${place}.open`]);
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
