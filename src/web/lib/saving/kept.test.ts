import { afterEach, expect, test, vi } from 'vitest';

const ADA = 'ada-id';
const BEN = 'ben-id';
const EXAM = 'lectern.exam.attempt.writer';
/** A page of its own in the browser that `storage` belongs to; without one the browser refuses. */
async function openPage(storage: Map<string, string> | null) {
  const refuse = () => {
    throw new Error('refused');
  };
  const localStorage = storage
    ? new Proxy(
        {
          getItem: (name: string) => storage.get(name) ?? null,
          setItem: (name: string, text: string) => storage.set(name, text),
          removeItem: (name: string) => storage.delete(name),
        },
        {
          ownKeys: () => [...storage.keys()],
          getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true }),
        },
      )
    : new Proxy({}, { get: refuse, ownKeys: refuse });
  vi.stubGlobal('localStorage', localStorage);
  const listeners: ((event: { key: string }) => void)[] = [];
  vi.stubGlobal('window', {
    addEventListener: (_: string, listener: (typeof listeners)[number]) => listeners.push(listener),
    removeEventListener: () => undefined,
  });
  vi.resetModules();
  const page = await import('./kept.ts');
  return {
    ...page,
    hearLogout: () => {
      for (const listener of listeners) listener({ key: 'lectern-logged-out' });
    },
  };
}

afterEach(() => {
  vi.unstubAllGlobals();
  vi.resetModules();
});

test('a browser that refuses storage keeps what is typed as long as the page lives, and never throws', async () => {
  const page = await openPage(null);
  const name = page.nameFor('course-draft', ADA, 'c1.3');
  page.keep(name, '"typed"');
  expect(page.readKept(name)).toBe('typed');
  expect(page.hasUnsaved()).toBe(true);
  page.drop(name);
  expect(page.readKept(name)).toBeNull();
  page.forgetOthers(BEN);
  page.forgetAll(ADA);
});

test('a browser that is full says so, keeps what it had, and asks before the page alone has it', async () => {
  const storage = new Map<string, string>();
  const page = await openPage(storage);
  let leave: (event: Event) => void = () => undefined;
  vi.stubGlobal('addEventListener', (_: string, listener: typeof leave) => {
    leave = listener;
  });
  const asks = () => {
    const event = new Event('beforeunload', { cancelable: true });
    leave(event);
    return event.defaultPrevented;
  };
  const name = page.nameFor('lab-work', ADA, 'x');
  expect(page.keep(name, '"one"')).toBe(true);
  page.keep(EXAM, '{"q":"one"}');
  const set = vi.spyOn(storage, 'set').mockImplementation(() => {
    throw new Error('full');
  });
  page.keep(page.nameFor('progress', ADA, 'x'), '{}');
  expect(asks()).toBe(false);
  expect(page.keep(name, '"two"')).toBe(false);
  expect(page.outlivesPage('lectern.exam.')).toBe(true);
  expect(page.keep(EXAM, '{"q":"two"}')).toBe(false);
  expect(page.outlivesPage('lectern.exam.')).toBe(false);
  expect(page.readKept(name)).toBe('two');
  expect(asks()).toBe(true);
  // After a crash there is what had room; an answer would go over the newer one that the server may have.
  expect(storage.get(name)).toBe('"one"');
  expect(storage.has(EXAM)).toBe(false);
  set.mockRestore();
  page.drop(EXAM);
  expect(page.outlivesPage('lectern.exam.')).toBe(true);
  expect(page.keep(name, '"three"')).toBe(true);
  expect(storage.get(name)).toBe('"three"');
  expect(asks()).toBe(false);
});

test('a logout leaves nothing but what belongs to the device', async () => {
  const storage = new Map<string, string>();
  const page = await openPage(storage);
  for (const kind of ['course-draft', 'page-draft', 'comment-draft', 'note', 'progress'])
    page.keep(page.nameFor(kind, ADA, 'x'), '"secret"');
  page.keep(EXAM, '{"q":"secret"}');
  page.keep('lectern.keys', 'false');
  storage.set('lectern-theme', 'dark');
  storage.set('lectern.draft.of-an-older-release', 'secret');
  page.forgetAll(ADA);
  expect([...storage.keys()].sort()).toEqual(['lectern-logged-out', 'lectern-theme', 'lectern.keys']);
  expect([...storage.values()].join()).not.toContain('secret');
});

test('who signs in finds nothing of others, but their own and what they typed before', async () => {
  const page = await openPage(new Map());
  const names = {
    ada: page.nameFor('course-draft', ADA, 'x'),
    ben: page.nameFor('course-draft', BEN, 'x'),
    visitor: page.nameFor('comment-draft', null, 'x'),
    exam: EXAM,
  };
  for (const name of Object.values(names)) page.keep(name, '1');
  page.forgetOthers(BEN);
  expect(page.keptNames('lectern.').sort()).toEqual([names.ben, names.exam, names.visitor].sort());
});

test('a page that is open in another tab keeps nothing more of who logged out', async () => {
  const storage = new Map<string, string>();
  const other = await openPage(storage);
  const name = other.nameFor('course-draft', ADA, 'x');
  const report = vi.fn();
  other.onLogoutElsewhere(report);
  const { forgetAll } = other;
  other.keep(name, '"typed"');
  forgetAll(ADA);
  other.hearLogout();
  expect(report).toHaveBeenCalledOnce();
  other.keep(name, '"typed on"');
  expect(other.readKept(name)).toBeNull();
  // An exam that is still open keeps its answers in the page alone.
  other.keep(EXAM, '{"q":"typed on"}');
  expect(other.readKept(EXAM)).toEqual({ q: 'typed on' });
  expect([...storage.values()].join()).not.toContain('typed on');
  // The same person signs in again and goes on.
  other.forgetOthers(ADA);
  other.keep(name, '"typed on"');
  expect(other.readKept(name)).toBe('typed on');
});

test('progress that is not sent yet asks nobody before a logout', async () => {
  const page = await openPage(new Map());
  page.keep(page.nameFor('progress', ADA, 'x'), '{}');
  expect(page.hasUnsaved()).toBe(false);
});
