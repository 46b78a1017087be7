import { randomUUID } from 'node:crypto';
import type { Kysely } from 'kysely';
import { expect, test } from 'vitest';
import { DEFAULT_SETTINGS } from '#domain/exams/exam-settings';
import type { DB } from '#server/db/types';
import { loadVersions } from './load-version.ts';

const EXAM = JSON.stringify({
  intro: '',
  passMark: 50,
  settings: DEFAULT_SETTINGS,
  questions: [],
  draws: [],
});

/** A database that has every version, and keeps how many each query asked for. */
function openStore() {
  const asked: number[] = [];
  const executeQuery = async ({ parameters: [ids] }: { parameters: readonly (readonly string[])[] }) => {
    asked.push(ids?.length ?? 0);
    return { rows: ids?.map((id) => ({ id, exam: EXAM, html: '{}', created_at: new Date() })) ?? [] };
  };
  return { asked, db: { executeQuery } as unknown as Pick<Kysely<DB>, 'executeQuery'> };
}

test('many versions are read some at a time, and others have their turn in between', async () => {
  const { asked, db } = openStore();
  const ids = Array.from({ length: 250 }, () => randomUUID());
  const seen: number[] = [];
  const look = () => {
    seen.push(asked.length);
    if (asked.length < 3) setImmediate(look);
  };
  setImmediate(look);
  expect((await loadVersions(db, ids)).size).toBe(250);
  expect(asked).toEqual([100, 100, 50]);
  expect(seen).toContain(1);
  expect(seen).toContain(2);
});
