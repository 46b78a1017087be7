import { sql } from 'kysely';
import { expect } from 'vitest';
import type { Db } from '#server/db/client';
import { withAccount } from '#tests/kit/accounts';
import { test } from '#tests/kit/database';
import { countReads } from '#tests/kit/verbs';
import { eraseAccount } from '../erasure/erase-account.ts';
import { eraseUnconfirmed } from '../erasure/erase-unconfirmed.ts';
import { claimAccount } from '../registration/claim-account.ts';
import { openChallenge } from '../sign-in/challenge-sql.ts';
import { dropTokens, issueToken } from './tokens-sql.ts';

const OTHERS = Array.from({ length: 20 }, () => crypto.randomUUID());

/** Opens one of each kind for each of these. */
async function openAll(db: Db, ids: readonly string[], now: Date): Promise<void> {
  await db.transaction(async (trx) => {
    for (const userId of ids) {
      await issueToken(trx, 'verify-email', { userId, name: 'Ada', passwordHash: 'x' }, now);
      await issueToken(trx, 'reset-password', { userId }, now);
      await issueToken(trx, 'invitation', { invitationId: userId }, now);
      await openChallenge(trx, userId);
    }
  });
}

/** How many there are of each person. */
async function countOpen({ kysely }: Db): Promise<Map<string, number>> {
  const { rows } = await sql<{ whose: string; times: number }>`
    select substring(value from '[0-9a-f-]{36}') as whose, count(*)::int as times from verifications
    where value <> '0' group by 1`.execute(kysely);
  return new Map(rows.map(({ times, whose }) => [whose, times]));
}

test('links and logins that are half-way are found by whose they are, and those of others stay', async ({
  db,
}) => {
  const { as, id, services } = await withAccount(db, false);
  const now = services.clock.now();
  await openAll(db, [id, ...OTHERS], now);
  const reads = await countReads(db, 'verifications', async () => {
    await db.transaction(async (trx) => {
      await claimAccount(trx, as('visitor'), { id, name: 'Ada', now });
      await dropTokens(trx, 'invitation', id);
    });
    await eraseUnconfirmed(services);
  });
  expect(reads.whole).toBe(0);
  // Of each kind one, and no more than once.
  expect(reads.rows).toBeLessThanOrEqual(4);
  expect(await countOpen(db)).toEqual(new Map(OTHERS.map((other) => [other, 4])));
});

test('an erasure finds what opens something by whom it names, and that of others stays', async ({ db }) => {
  const { id, services } = await withAccount(db);
  await openAll(db, [id, ...OTHERS], services.clock.now());
  const reads = await countReads(db, 'verifications', () =>
    db.transaction((trx) => eraseAccount(trx, services, id)),
  );
  expect(reads.whole).toBe(0);
  expect(reads.rows).toBeLessThanOrEqual(4);
  expect(await countOpen(db)).toEqual(new Map(OTHERS.map((other) => [other, 4])));
});
