import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ApiError, type FailureCode } from '#web/lib/api/api-error.ts';
import { drop, keep, readKept } from '#web/lib/saving/kept.ts';
import { NoteSaver } from './note-saver.ts';

const PLACE = 'lectern.note.ada.section';

beforeEach(() => {
  drop(PLACE);
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const failure = (code: FailureCode, data?: unknown) =>
  new ApiError({ code, data, message: code, fields: {}, requestId: '', status: 0 });

/** A server with one note, whose replies can be held back and lost. */
function rig() {
  const stored = { body: '', version: 0 };
  const calls: { body: string; version: number }[] = [];
  const faults: FailureCode[] = [];
  const network = { isLosingReplies: false, reply: Promise.resolve() };
  const send = async (note: { body: string; version: number }) => {
    calls.push(note);
    const fault = faults.shift();
    const isCurrent = note.version === stored.version;
    const current = { ...stored };
    if (!fault && isCurrent) Object.assign(stored, { body: note.body, version: stored.version + 1 });
    const { version } = stored;
    await network.reply;
    if (fault) throw failure(fault);
    if (network.isLosingReplies) throw failure('UNREACHABLE');
    if (!isCurrent) throw failure('VERSION_CONFLICT', { current });
    return { version };
  };
  const open = () => new NoteSaver({ place: PLACE, saved: { ...stored }, send, onSaved: () => undefined });
  return { calls, faults, network, open, stored };
}

test('what is typed while a save is under way is sent after it, and never joined with the older text', async () => {
  const { calls, network, open, stored } = rig();
  const slow = Promise.withResolvers<void>();
  network.reply = slow.promise;
  const saver = open();
  saver.change('A note about rows');
  await vi.advanceTimersByTimeAsync(1000);
  saver.change('A word about rows');
  await vi.advanceTimersByTimeAsync(5000);
  expect(calls).toHaveLength(1);
  slow.resolve();
  await vi.advanceTimersByTimeAsync(1000);
  expect(calls.at(-1)).toEqual({ body: 'A word about rows', version: 1 });
  expect(stored).toEqual({ body: 'A word about rows', version: 2 });
  expect(saver.shown).toEqual({ text: 'A word about rows', state: 'saved' });
  expect(readKept(PLACE)).toBeNull();
});

test('a save whose reply was lost is not taken for that of another page, also after a reload', async () => {
  const { network, open, stored } = rig();
  network.isLosingReplies = true;
  const before = open();
  before.change('A note about rows');
  await vi.advanceTimersByTimeAsync(1000);
  before.change('A word about rows');
  before.leave();
  await vi.advanceTimersByTimeAsync(1000);
  network.isLosingReplies = false;
  const saver = open();
  expect(saver.shown).toEqual({ text: 'A word about rows', state: 'unsaved' });
  saver.start();
  await vi.advanceTimersByTimeAsync(1000);
  expect(stored.body).toBe('A word about rows');
});

test('where another page saved meanwhile, both texts are kept', async () => {
  const { open, stored } = rig();
  const saver = open();
  Object.assign(stored, { body: 'Theirs', version: 1 });
  saver.change('Mine');
  await vi.advanceTimersByTimeAsync(1000);
  expect(stored).toEqual({ body: 'Theirs\n\nMine', version: 2 });
  expect(saver.shown).toEqual({ text: 'Theirs\n\nMine', state: 'saved' });
});

test('a lost connection is tried again; a session that ended is waited for', async () => {
  const { calls, faults, open, stored } = rig();
  const saver = open();
  faults.push('UNREACHABLE', 'SIGN_IN_REQUIRED');
  saver.change('Mine');
  await vi.advanceTimersByTimeAsync(6000);
  expect(calls).toHaveLength(2);
  await vi.advanceTimersByTimeAsync(600_000);
  expect(calls).toHaveLength(2);
  // Somebody else who signed in left nothing of it in the browser.
  drop(PLACE);
  saver.start();
  await vi.advanceTimersByTimeAsync(1000);
  expect(stored.body).toBe('Mine');
});

test('a save that fails once the note is gone is not tried again, and waits for the next visit', async () => {
  const { calls, network, open, stored } = rig();
  const slow = Promise.withResolvers<void>();
  network.reply = slow.promise;
  network.isLosingReplies = true;
  const saver = open();
  saver.change('Mine');
  await vi.advanceTimersByTimeAsync(1000);
  saver.leave();
  slow.resolve();
  await vi.advanceTimersByTimeAsync(600_000);
  expect(calls).toHaveLength(1);
  expect(readKept(PLACE)).toMatchObject({ text: 'Mine' });
  expect(stored.body).toBe('Mine');
});

test('what is typed last goes out without a pause when the note is left, unless its person logged out', async () => {
  const { calls, open } = rig();
  const saver = open();
  saver.change('Mine');
  saver.leave();
  expect(calls).toHaveLength(1);
  const other = open();
  other.change('More');
  drop(PLACE);
  other.leave();
  expect(calls).toHaveLength(1);
  keep(PLACE, '{}');
});
