import { sql } from 'kysely';
import { expect } from 'vitest';
import { withAccount } from '#tests/kit/accounts';
import { test } from '#tests/kit/database';
import { countReads } from '#tests/kit/verbs';
import { eraseUnconfirmed } from '../erasure/erase-unconfirmed.ts';
import { claimAccount } from '../registration/claim-account.ts';
import { openChallenge } from '../sign-in/challenge-sql.ts';
import { dropTokens, issueToken } from './tokens-sql.ts';

const OTHERS = Array.from({ length: 20 }, () => crypto.randomUUID());

test('links and logins that are half-way are found by whose they are, and those of others stay', async ({
  db,
}) => {
  const { as, id, services } = await withAccount(db, false);
  const now = services.clock.now();
  await db.transaction(async (trx) => {
    for (const userId of [id, ...OTHERS]) {
      await issueToken(trx, 'verify-email', { userId, name: 'Ada', passwordHash: 'x' }, now);
      await issueToken(trx, 'reset-password', { userId }, now);
      await issueToken(trx, 'invitation', { invitationId: userId }, now);
      await openChallenge(trx, userId);
    }
  });
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
  const { rows } = await sql<{ whose: string; times: number }>`
    select substring(value from '[0-9a-f-]{36}') as whose, count(*)::int as times from verifications
    where value <> '0' group by 1`.execute(db.kysely);
  expect(new Map(rows.map(({ times, whose }) => [whose, times]))).toEqual(
    new Map(OTHERS.map((other) => [other, 4])),
  );
});
