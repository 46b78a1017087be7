import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect } from 'vitest';
import { VISITOR, type Viewer } from '#domain/access/viewer';
import { MAY_MENTION } from '#server/areas/accounts/erasure/audit-sql';
import { eraseDueAccounts } from '#server/areas/accounts/erasure/erase-due-accounts';
import { requestDeletion } from '#server/areas/accounts/erasure/request-deletion';
import { keepAccount } from '#server/areas/accounts/registration/keep-account';
import { findViewer } from '#server/areas/accounts/sessions/find-viewer';
import { removeUser } from '#server/areas/admin/users/remove-user';
import { EXPORT_TABLES, LEFT_OUT } from '#server/areas/privacy/export-sql';
import type { Db } from '#server/db/client';
import { startMailRelay } from '#server/jobs/mail-relay';
import { outboxMailer } from '#server/platform/mailer-outbox';
import { diskStorage } from '#server/platform/storage-disk';
import type { Caller } from '#server/services';
import { insertContent } from '#tests/attack/content/content';
import { type CallerName, openSchool } from '#tests/attack/kit/school';
import { enter, PASSWORD, sent } from '#tests/kit/accounts';
import { test } from '#tests/kit/database';
import { failureOf } from '#tests/kit/verbs';
import { liveFully } from './live-fully.ts';
import { ADDRESS, NAME, NETWORK, NEXT_ADDRESS, OLD_NAME } from './person.ts';

const DAY = 24 * 3600;

/** A school with its files on a disk, in which somebody has lived fully, mails written out and lines logged. */
async function openLivedIn(db: Db) {
  const folder = mkdtempSync(join(tmpdir(), 'lectern-erasure-'));
  let asker: Viewer = VISITOR;
  const find = async () => ({ viewer: asker, setCookies: [] });
  const school = await openSchool(db, { findViewer: find }, { DATA_DIR: folder });
  const services = { ...school.services, storage: diskStorage(join(folder, 'uploads')) };
  const as = (who: CallerName): Caller => ({
    viewer: school.people.get(who) ?? VISITOR,
    ipAddress: '127.0.0.1',
    userAgent: 'test',
    requestId: `request of ${who}`,
  });
  const verbs = { as, services, wait: school.wait };
  const person = await liveFully(verbs, await insertContent(db));
  asker = person.viewer;
  await school.ask('free', 'PATCH', '/api/account/profile', {
    body: { name: NAME },
    headers: { 'idempotency-key': 'a-key-of-this-person' },
  });
  const relay = startMailRelay({
    db,
    log: services.log,
    site: async () => ({ school: 'Lectern' }),
    host: 'school.test',
    mailer: outboxMailer(join(folder, 'outbox'), 'Lectern <no-reply@school.test>'),
  });
  await relay.deliverDue();
  await relay.stop();
  const remove = () => rmSync(folder, { recursive: true, force: true });
  return { ...verbs, folder, logged: school.logged, person, remove };
}

/** Where any of these words is found: tables with a row that speaks of it, files, lines of the log. */
async function findTraces(
  db: Db,
  { folder, logged }: { folder: string; logged: unknown[] },
  words: readonly string[],
): Promise<string[]> {
  const found = new Set<string>();
  const look = (place: string, text: string) => {
    for (const word of words)
      if (text.toLowerCase().includes(word.toLowerCase())) found.add(`${place}: ${word}`);
  };
  const { rows: tables } = await db.pool.query<{ name: string }>(
    "select oid::regclass::text as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'",
  );
  for (const { name } of tables) {
    const { rows } = await db.pool.query<{ text: string }>(`select t::text as text from ${name} t`);
    for (const { text } of rows) look(name, text);
  }
  for (const kind of ['uploads', 'outbox']) {
    for (const file of readdirSync(join(folder, kind))) {
      look(`${kind}`, file);
      look(`${kind}`, readFileSync(join(folder, kind, file), 'latin1').replace(/=\r?\n/g, ''));
    }
  }
  for (const line of logged) look('log', JSON.stringify(line));
  return [...found].sort();
}

test('before the erasure the person is in every table and column that can name somebody', async ({
  ownDb,
}) => {
  const school = await openLivedIn(ownDb);
  const { userId } = school.person.viewer;
  const { rows: columns } = await ownDb.pool.query<{ table: string; name: string }>(
    `select conrelid::regclass::text as table, attname as name from pg_constraint
     join pg_attribute on attrelid = conrelid and attnum = conkey[1]
     where contype = 'f' and confrelid = 'users'::regclass`,
  );
  const empty: string[] = [];
  for (const { name, table } of columns) {
    const { rowCount } = await ownDb.pool.query(`select from ${table} where ${name} = $1`, [userId]);
    if (rowCount === 0) empty.push(`${table}.${name}`);
  }
  for (const [table, { query }] of Object.entries(EXPORT_TABLES)) {
    const { rowCount } = await ownDb.pool.query(query, [userId]);
    if (rowCount === 0) empty.push(`copy of ${table}`);
  }
  const traces = await findTraces(ownDb, school, [userId, ADDRESS, NAME]);
  const places = new Set(traces.map((trace) => trace.split(':')[0]));
  for (const table of Object.keys(LEFT_OUT)) if (!places.has(table)) empty.push(table);
  expect(empty).toEqual([]);
  expect(columns.length).toBeGreaterThan(30);
  expect([...places]).toEqual(expect.arrayContaining(['uploads', 'outbox']));
  expect(places).not.toContain('log');
  school.remove();
});

test('what the index of mentions leaves out mentions nobody', async ({ ownDb }) => {
  const school = await openLivedIn(ownDb);
  const { rows } = await sql<{ action: string; mentions: boolean }>`
    select action, bool_or(mentioned(coalesce(before::text, '') || ' ' || coalesce(after::text, '')) && words) as mentions
    from audit_log, (select array_agg(id::text) || array_agg(lower(email)) as words from users) people
    where not (${MAY_MENTION}) group by action order by action`.execute(ownDb.kysely);
  expect(rows).toEqual([
    { action: 'account.sign-in', mentions: false },
    { action: 'comment.add', mentions: false },
    { action: 'comment.reply', mentions: false },
  ]);
  school.remove();
});

test('when the time is over no trace of name, address or id is left, and the comments are', async ({
  ownDb,
}) => {
  const school = await openLivedIn(ownDb);
  const { folder, person, services, wait } = school;
  const bodies = () => ownDb.kysely.selectFrom('comments').select(['id', 'body']).orderBy('id').execute();
  const counted = () =>
    ownDb.kysely.selectFrom('audit_log').select(['id', 'at', 'action', 'entity']).orderBy('id').execute();
  const uploads = readdirSync(join(folder, 'uploads'));
  const before = { bodies: await bodies(), counted: await counted() };
  await ownDb.pool.query('update sessions set proved_at = $1', [services.clock.now()]);
  await requestDeletion(services, person);
  wait(14 * DAY - 60);
  expect(await eraseDueAccounts(services)).toBe(0);
  wait(120);
  expect(await eraseDueAccounts(services)).toBe(1);
  expect(await eraseDueAccounts(services)).toBe(0);
  const { userId } = person.viewer;
  expect(await findTraces(ownDb, school, [userId, ADDRESS, NEXT_ADDRESS, NAME, OLD_NAME, NETWORK])).toEqual(
    [],
  );
  expect(await bodies()).toEqual(before.bodies);
  // A picture and a file that was handed in go; the file of somebody else stays.
  expect(uploads).toHaveLength(3);
  expect(readdirSync(join(folder, 'uploads'))).toHaveLength(1);
  const after = await counted();
  expect(after.slice(0, before.counted.length)).toEqual(before.counted);
  expect(after.slice(before.counted.length).map(({ action }) => action)).toEqual([
    'account.request-deletion',
    'account.erase',
  ]);
  const { rows } = await ownDb.pool.query(
    `select count(distinct actor_id)::int as actors, count(*)::int as rows, bool_and(erased_at is not null) as marked
     from audit_log where actor_id = (select entity_id::uuid from audit_log where action = 'account.erase')`,
  );
  expect(rows[0]).toMatchObject({ actors: 1, marked: true });
  expect(rows[0].rows).toBeGreaterThan(10);
  school.remove();
});

test('an administrator who deletes an account erases it in the same way, at once', async ({ ownDb }) => {
  const school = await openLivedIn(ownDb);
  const { as, person, services } = school;
  const { userId } = person.viewer;
  await removeUser(services, as('admin'), { id: userId });
  expect(await findTraces(ownDb, school, [userId, ADDRESS, NEXT_ADDRESS, NAME, OLD_NAME])).toEqual([]);
  school.remove();
});

test('a file that cannot be removed stops the erasure, and it is tried again', async ({ ownDb }) => {
  const school = await openLivedIn(ownDb);
  const { person, services, wait } = school;
  await ownDb.pool.query('update sessions set proved_at = $1', [services.clock.now()]);
  await requestDeletion(services, person);
  wait(15 * DAY);
  const storage = { ...services.storage, remove: () => Promise.reject(new Error('the disk is gone')) };
  expect(await eraseDueAccounts({ ...services, storage })).toBe(0);
  expect(JSON.stringify(school.logged.at(-1))).toContain("couldn't erase an account");
  expect(await eraseDueAccounts(services)).toBe(1);
  school.remove();
});

test('within the 14 days the owner signs in, is told the day, and keeps the account', async ({ ownDb }) => {
  const school = await openLivedIn(ownDb);
  const { as, person, services, wait } = school;
  await ownDb.pool.query('update sessions set proved_at = $1', [services.clock.now()]);
  const { erasesAt } = await requestDeletion(services, person);
  expect(erasesAt).toBe('2026-12-04T12:00:00.000Z');
  wait(DAY);
  expect((await requestDeletion(services, person).catch(() => null))?.erasesAt ?? erasesAt).toBe(erasesAt);
  const { cookies, outcome } = await enter({ as, services, wait }, PASSWORD, ADDRESS);
  expect(outcome).toMatchObject({ user: { erasesAt } });
  const { viewer } = await findViewer(services, sent(cookies));
  const again = { ...person, viewer };
  expect((await keepAccount(services, again)).erasesAt).toBeNull();
  expect((await keepAccount(services, again)).erasesAt).toBeNull();
  wait(20 * DAY);
  expect(await eraseDueAccounts(services)).toBe(0);
  const mails = await ownDb.kysely
    .selectFrom('mail_outbox')
    .select(['template', 'props'])
    .where('recipient', '=', ADDRESS)
    .where('template', 'in', ['deletion-requested', 'account-kept'])
    .orderBy('created_at')
    .execute();
  expect(mails).toMatchObject([
    { template: 'deletion-requested', props: { day: 'December 4, 2026' } },
    { template: 'account-kept' },
  ]);
  school.remove();
});

test('once the day has come nobody keeps the account: what was paid for is being ended', async ({
  ownDb,
}) => {
  const school = await openLivedIn(ownDb);
  const { person, services, wait } = school;
  await ownDb.pool.query('update sessions set proved_at = $1', [services.clock.now()]);
  await requestDeletion(services, person);
  wait(14 * DAY);
  expect(await failureOf(keepAccount(services, person))).toBe('DELETION_PENDING');
  expect(await eraseDueAccounts(services)).toBe(1);
  school.remove();
});

test('an old session proves who it is first, and the last administrator stays', async ({ ownDb }) => {
  const { as, folder, people, person, services, wait } = await (async () => {
    const school = await openLivedIn(ownDb);
    return { ...school, people: school.as };
  })();
  const admin = people('admin');
  await ownDb.pool.query('delete from user_roles where user_id = $1', [person.viewer.userId]);
  await ownDb.pool.query("update sessions set proved_at = $1::timestamptz - interval '1 hour'", [
    services.clock.now(),
  ]);
  expect(await failureOf(requestDeletion(services, as('free')))).toBe('PROOF_REQUIRED');
  await ownDb.pool.query('update sessions set proved_at = $1', [services.clock.now()]);
  expect(await failureOf(requestDeletion(services, admin))).toBe('LAST_ADMINISTRATOR');
  const other = as('free').viewer;
  const otherId = other.kind === 'member' ? other.userId : '';
  await ownDb.kysely.insertInto('user_roles').values({ user_id: otherId, role: 'admin' }).execute();
  expect(await requestDeletion(services, admin)).toHaveProperty('erasesAt');
  // The one that is to go does not count any more, and if the other goes first, it has to stay.
  const { rows } = await ownDb.pool.query('select id from users where erase_at is not null');
  expect(rows).toHaveLength(1);
  await ownDb.pool.query('delete from user_roles where user_id = $1', [otherId]);
  wait(15 * DAY);
  expect(await eraseDueAccounts(services)).toBe(0);
  expect((await keepAccount(services, admin)).erasesAt).toBeNull();
  rmSync(folder, { recursive: true, force: true });
});
