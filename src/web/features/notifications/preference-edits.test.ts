import { expect, test } from 'vitest';
import type { Preferences } from '#contract/notifications';
import { changesOf, NO_EDITS, type PreferenceEdits, withEdits } from './preference-edits.ts';

const stored = (email: boolean): Preferences => ({
  digest: false,
  kinds: [
    { kind: 'comment-reply', inApp: true, email },
    { kind: 'exam-marked', inApp: true, email: true },
  ],
  categories: [],
});
const edits: PreferenceEdits = { kinds: { 'exam-marked': { inApp: false } } };

test('only what was changed is sent, and what was not touched shows what is stored now', () => {
  expect(changesOf(stored(true), edits)).toEqual({ kinds: [{ kind: 'exam-marked', inApp: false }] });
  // Unsubscribed meanwhile by the link of an email.
  expect(withEdits(stored(false), edits).kinds).toEqual([
    { kind: 'comment-reply', inApp: true, email: false },
    { kind: 'exam-marked', inApp: false, email: true },
  ]);
  expect(changesOf(stored(false), edits)).toEqual({ kinds: [{ kind: 'exam-marked', inApp: false }] });
});

test('what was ticked and unticked again is no change', () => {
  expect(changesOf(stored(true), NO_EDITS)).toEqual({ kinds: [] });
  expect(changesOf(stored(true), { digest: false, kinds: { 'comment-reply': { email: true } } })).toEqual({
    kinds: [],
  });
  expect(changesOf(stored(true), { ...edits, digest: true })).toMatchObject({ digest: true });
});
