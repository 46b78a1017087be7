import { sql } from 'kysely';
import { expect } from 'vitest';
import type { Db } from '#server/db/client';
import { enter, withAccount } from '#tests/kit/accounts';
import { test } from '#tests/kit/database';
import type { Verbs } from '#tests/kit/verbs';
import { hashOfToken } from '../sessions/hash-of-token.ts';
import { newToken } from '../sessions/sessions.ts';
import { beginOnKnownDevice, knownSignIn } from './known-device-sql.ts';

const NAMES = ['ada', 'grace', 'alan'];
const emailOf = (name: string) => `${name}@lovelace.test`;

/** Three people, each of whom has signed in on this device once. */
async function openClass(db: Db) {
  const school = await withAccount(db);
  for (const name of NAMES.slice(1))
    await sql`
      with made as (insert into users (name, email, email_verified) values (${name}, ${emailOf(name)}, true) returning id)
      insert into accounts (user_id, account_id, provider_id, password)
      select made.id, made.id::text, 'credential', a.password from made, accounts a where a.user_id = ${school.id}`.execute(
      db.kysely,
    );
  for (const name of NAMES) await enter(school, undefined, emailOf(name));
  return school;
}

/** What a sign-in of somebody writes once the password was found right. */
async function given({ as, services }: Verbs, name: string, change: { password?: string } = {}) {
  const { rows } = await sql<{ userId: string; password: string; device: string; network: string }>`
    select u.id as "userId", a.password, d.device, d.network from users u
    join accounts a on a.user_id = u.id join known_devices d on d.user_id = u.id where u.email = ${emailOf(name)}`.execute(
    services.db.kysely,
  );
  const [known] = rows;
  if (!known) throw new Error(`${name} has no known device`);
  const now = services.clock.now();
  const times = { now, expires: new Date(now.getTime() + 60_000) };
  return knownSignIn(as('visitor'), {
    ...known,
    ...times,
    ...change,
    failures: [],
    token: hashOfToken(newToken()),
  });
}

async function sessionsOf(db: Db, tokens: readonly string[]) {
  const { rows } = await sql<{ email: string; written: string; audited: number }>`
    select u.email, s.xmin::text as written,
      (select count(*)::int from audit_log l where l.entity_id = u.id::text and l.action = 'account.sign-in') as audited
    from sessions s join users u on u.id = s.user_id where s.token = any(${tokens}::text[]) order by s.created_at, u.email`.execute(
    db.kysely,
  );
  return rows;
}

test('those who sign in at one moment share a statement, and a changed password is only its owner’s matter', async ({
  ownDb,
}) => {
  const school = await openClass(ownDb);
  const all = [
    await given(school, 'ada'),
    await given(school, 'grace', { password: 'that of before' }),
    await given(school, 'alan'),
  ];
  expect(await Promise.all(all.map((each) => beginOnKnownDevice(ownDb, each)))).toEqual([true, false, true]);
  const sessions = await sessionsOf(
    ownDb,
    all.map(({ token }) => token),
  );
  expect(sessions.map(({ audited, email }) => [email, audited])).toEqual([
    [emailOf('ada'), 2],
    [emailOf('alan'), 2],
  ]);
  expect(new Set(sessions.map(({ written }) => written)).size).toBe(1);
});

test('an account that is held makes nobody else wait, and who comes twice at once goes the usual way the second time', async ({
  ownDb,
}) => {
  const school = await openClass(ownDb);
  const [ada, grace, again] = [
    await given(school, 'ada'),
    await given(school, 'grace'),
    await given(school, 'ada'),
  ];
  const holder = await ownDb.pool.connect();
  await holder.query('begin');
  await holder.query('select from users where email = $1 for update', [emailOf('grace')]);
  const begun = await Promise.all([ada, grace, again].map((each) => beginOnKnownDevice(ownDb, each))).finally(
    () => holder.release(true),
  );
  expect(begun[1]).toBe(false);
  expect(begun.filter(Boolean)).toHaveLength(1);
  expect(await sessionsOf(ownDb, [ada.token, grace.token, again.token])).toHaveLength(1);
  // The whole sign-in of both succeeds all the same.
  const both = await Promise.all([0, 1].map(() => enter(school)));
  expect(both.map(({ outcome }) => outcome.status)).toEqual(['signed-in', 'signed-in']);
});
