import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, test as plain } from 'vitest';
import { forgotPassword } from '#server/areas/accounts/password/forgot-password';
import { sessionCookieName, signedValue } from '#server/areas/accounts/sessions/cookies';
import { findViewer } from '#server/areas/accounts/sessions/find-viewer';
import { requestSignInCode } from '#server/areas/accounts/sign-in/request-sign-in-code';
import { verifyTwoFactor } from '#server/areas/accounts/two-factor/verify-two-factor';
import { LEFT_OUT, OPENING_MAILS } from '#server/db/backup/left-out';
import { readAuthSecret } from '#server/platform/read-auth-secret';
import type { Services } from '#server/services';
import { EMAIL, enrol, enter, PASSWORD, sent, signedInCaller, withAccount } from '#tests/kit/accounts';
import { partsOf } from '#tests/kit/backup-archive';
import { test } from '#tests/kit/database';
import { backUp, fillSchool, scratchFolder } from '#tests/kit/filled-school';
import { readSource, sourceFiles } from '#tools/source-files';
import { ORIGIN, openSchool } from '../kit/school.ts';

const MIGRATION = join(
  import.meta.dirname,
  '../../../src/server/db/migrations/0057-session-token-hashes.sql',
);

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

test('of sessions that are renewed, and of those that the sign-in library begins, hashes are kept too', async ({
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

test('a backup has no session, link or code in it, so that its key forges none', async ({ ownDb }) => {
  const folder = scratchFolder();
  try {
    const school = await fillSchool(ownDb, folder.path);
    await forgotPassword(school.services, school.as('visitor'), { email: EMAIL });
    const { challenge } = await requestSignInCode(school.services, school.as('visitor'), { email: EMAIL });
    const waiting = await ownDb.kysely.selectFrom('mail_outbox').select(['props', 'template']).execute();
    // As the database writes them.
    const reported = waiting.flatMap(({ props }) =>
      [...JSON.stringify(props).matchAll(/token=([\w-]+)|"code":"(\d{6})"/g)].map(
        ([, token, code]) => token ?? `"code": "${code}"`,
      ),
    );
    expect(reported).toHaveLength(2);
    const live: string[] = [challenge, ...reported];
    for (const query of [
      'select token as secret from sessions union all select id::text from sessions',
      'select identifier as secret from verifications',
    ]) {
      const { rows } = await ownDb.pool.query<{ secret: string }>(query);
      expect(rows.length).toBeGreaterThan(0);
      live.push(...rows.map(({ secret }) => secret));
    }
    const file = join(folder.path, 'school.backup');
    expect(await backUp(ownDb, school, file)).toContain('sessions: left out');
    const parts = await partsOf(file);
    expect(parts.map(({ name }) => name)).toContain('secrets/auth-secret');
    for (const { bytes, name } of parts)
      for (const secret of live) expect(bytes.includes(secret), name).toBe(false);
    const { rows } = await ownDb.pool.query<{ name: string }>(
      `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relname = any($1)`,
      [[...LEFT_OUT]],
    );
    expect(rows.map(({ name }) => name).sort()).toEqual([...LEFT_OUT].sort());
  } finally {
    folder.remove();
  }
});

plain('every email with a link or a code that opens something is left out of a backup while it waits', () => {
  const links = 'confirmLink|resetLink|confirmAddressLink|undoAddressLink|invitationLink';
  const opening = new RegExp(`template: '([\\w-]+)',[^;]*?(?:\\b(?:${links})\\(|\\bcode[,:])`, 'g');
  const named = sourceFiles()
    .filter((path) => path.startsWith('src/server/') && !path.includes('.test.'))
    .flatMap((path) => [...readSource(path).matchAll(opening)].map(([, template = '']) => template));
  expect([...new Set(named)].sort()).toEqual([...OPENING_MAILS].sort());
});
