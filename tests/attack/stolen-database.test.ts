import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect } from 'vitest';
import { sessionCookieName, signedValue } from '#server/areas/accounts/cookies';
import { findViewer } from '#server/areas/accounts/find-viewer';
import { readAuthSecret } from '#server/areas/accounts/read-auth-secret';
import { verifyTwoFactor } from '#server/areas/accounts/verify-two-factor';
import type { Services } from '#server/services';
import { enrol, enter, PASSWORD, sent, signedInCaller, withAccount } from '#tests/kit/accounts';
import { test } from '#tests/kit/database';
import { ORIGIN, openSchool } from './school.ts';

const MIGRATION = join(import.meta.dirname, '../../src/server/db/migrations/0057-session-token-hashes.sql');

/** A cookie as whoever also has the key would make it. */
function forged({ config }: Services, token: string): string {
  return `${sessionCookieName(config)}=${signedValue(token, readAuthSecret(config.dataDir))}`;
}

test('whoever has every row of the sessions and the key that signs cookies is nobody', async ({ db }) => {
  const { app, services } = await openSchool(db, { realSessions: true });
  const rows = await db.kysely.selectFrom('sessions').selectAll().execute();
  expect(rows.length).toBeGreaterThan(3);
  for (const row of rows)
    for (const token of [row.token, row.id, Buffer.from(row.token, 'hex').toString('base64url')]) {
      const headers = { cookie: forged(services, token) };
      const reply = await app.request(`${ORIGIN}/api/session`, { headers });
      expect(await reply.json()).toEqual({ user: null });
    }
});

test('the sign-in library keeps hashes too, of the session it renews and of the one it begins', async ({
  db,
}) => {
  const school = await withAccount(db);
  const { backupCodes } = await enrol(school);
  const { cookies } = await enter(school, PASSWORD);
  const resHeaders = new Headers();
  const exchange = { reqHeaders: new Headers({ cookie: sent(cookies) }), resHeaders };
  const input = { method: 'backup-code', code: backupCodes[0] ?? '' } as const;
  await verifyTwoFactor(school.services, school.as('visitor'), input, exchange);
  const cookie = sent(resHeaders.getSetCookie().filter((one) => one.includes('session_token')));
  expect((await findViewer(school.services, cookie)).viewer).toMatchObject({ userId: school.id });
  const rows = await db.kysely.selectFrom('sessions').select('token').execute();
  expect(rows.length).toBeGreaterThan(1);
  for (const { token } of rows) {
    expect(token).toMatch(/^[0-9a-f]{64}$/);
    expect((await findViewer(school.services, forged(school.services, token))).viewer.kind).toBe('visitor');
  }
});

test('a token that was kept as it is becomes a hash, and its owner stays signed in', async ({ ownDb }) => {
  const school = await withAccount(ownDb);
  const { caller } = await signedInCaller(school);
  await sql`alter table sessions drop constraint sessions_token_is_a_hash`.execute(ownDb.kysely);
  await ownDb.kysely
    .updateTable('sessions')
    .set({ token: 'kept-as_it-was' })
    .where('user_id', '=', school.id)
    .execute();
  const cookie = forged(school.services, 'kept-as_it-was');
  expect((await findViewer(school.services, cookie)).viewer.kind).toBe('visitor');
  await sql.raw(readFileSync(MIGRATION, 'utf8')).execute(ownDb.kysely);
  expect((await findViewer(school.services, cookie)).viewer).toEqual(caller.viewer);
});
