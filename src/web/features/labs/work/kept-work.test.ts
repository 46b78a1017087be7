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

test('what closed pages kept is found, and what open ones hold is left to them', async () => {
  const { abandonedNames, keepWork, placeOf } = await import('./kept-work.ts');
  const place = placeOf('ada', 'section');
  for (const page of ['own', 'open', 'closed']) keepWork(`${place}.${page}`, { files: {}, version: 1 });
  keepWork(`${placeOf('ada', 'other')}.closed`, { files: {}, version: 1 });
  vi.stubGlobal('navigator', { locks: { query: async () => ({ held: [{ name: `${place}.open` }] }) } });
  expect(await abandonedNames(place, `${place}.own`)).toEqual([`${place}.closed`]);
  vi.stubGlobal('navigator', {});
  expect(await abandonedNames(place, `${place}.own`)).toEqual([`${place}.open`, `${place}.closed`]);
});
