import { expect } from 'vitest';
import { test } from '#tests/kit/database';
import { countReads } from '#tests/kit/verbs';
import { selectFirstSent } from './invitation-sql.ts';

test('what a team sent within a day is found without reading the invitations of all teams', async ({
  db,
}) => {
  const since = new Date('2026-11-19T12:00:00Z');
  const reads = await countReads(db, 'team_invitations', () =>
    db.transaction((trx) => selectFirstSent(trx, crypto.randomUUID(), { most: 3, since })),
  );
  expect(reads).toEqual({ whole: 0, rows: 0 });
});
