import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { ensureAdministrator } from '#server/areas/accounts/registration/ensure-administrator';
import { firstAdministrator } from '#server/areas/accounts/registration/first-administrator';
import { register } from '#server/areas/accounts/registration/register';
import { verifyEmail } from '#server/areas/accounts/registration/verify-email';
import { enter, withAccount } from '#tests/kit/accounts';
import { test } from '#tests/kit/database';
import { failureOf, openVerbs, type Verbs } from '#tests/kit/verbs';

const HEAD = 'head@school.test';
const OF_A_STRANGER = 'password of a stranger';
const MIGRATION = join(
  import.meta.dirname,
  '../../../src/server/db/migrations/0097-administrators-are-confirmed.sql',
);

/** A stranger registers an address; answers the token of the link that its owner gets. */
async function registered({ as, services }: Verbs, email = HEAD): Promise<string> {
  const password = OF_A_STRANGER;
  await register(services, as('visitor'), { name: 'Mallory', email, password, confirmPassword: password });
  const { props } = await services.db.kysely
    .selectFrom('mail_outbox')
    .select('props')
    .where('recipient', '=', email)
    .executeTakeFirstOrThrow();
  return new URL((props as { link: string }).link).searchParams.get('verify') ?? '';
}

test('an administrator whose address a stranger had registered gets a password of their own', async ({
  db,
}) => {
  const school = await openVerbs(db);
  const { as, services } = school;
  const token = await registered(school);
  const made = await ensureAdministrator(services, as('admin'), { email: HEAD });
  expect(made).toMatchObject({ created: false, claimed: true, granted: true, hasPassword: true });
  expect(await failureOf(enter(school, OF_A_STRANGER, HEAD))).toBe('INVALID_CREDENTIALS');
  expect((await enter(school, made.password ?? '', HEAD)).outcome).toMatchObject({
    status: 'signed-in',
    user: { role: 'admin', name: 'Administrator' },
  });
  const opened = verifyEmail(services, as('visitor'), { token, password: OF_A_STRANGER });
  expect(await failureOf(opened)).toBe('LINK_EXPIRED');
  expect(await ensureAdministrator(services, as('admin'), { email: HEAD })).toMatchObject({
    claimed: false,
    granted: false,
    password: null,
  });
});

test('ADMIN_PASSWORD is the only one that opens an address which a stranger had registered', async ({
  db,
}) => {
  const school = await openVerbs(db);
  await registered(school);
  const wanted = { email: HEAD, password: 'of the settings' };
  const made = await ensureAdministrator(school.services, school.as('admin'), wanted);
  expect(made).toMatchObject({ claimed: true, password: null });
  expect(await failureOf(enter(school, OF_A_STRANGER, HEAD))).toBe('INVALID_CREDENTIALS');
  expect((await enter(school, wanted.password, HEAD)).outcome).toMatchObject({ user: { role: 'admin' } });
});

test('the administrator of the first start is not whoever registered its address', async ({ ownDb }) => {
  const school = await openVerbs(ownDb);
  await registered(school, 'admin@localhost');
  await ownDb.kysely.deleteFrom('user_roles').execute();
  const printed = (await firstAdministrator(school.services)) ?? '';
  const password = /^\s+password\s+(\S+)$/m.exec(printed)?.[1] ?? '';
  expect(await failureOf(enter(school, OF_A_STRANGER, 'admin@localhost'))).toBe('INVALID_CREDENTIALS');
  expect((await enter(school, password, 'admin@localhost')).outcome).toMatchObject({
    status: 'signed-in',
    user: { role: 'admin' },
  });
});

test('rights that an address got before it was confirmed are taken back', async ({ ownDb }) => {
  const { id } = await withAccount(ownDb, false);
  const roles = () => ownDb.kysely.selectFrom('user_roles').select('user_id').execute();
  const before = await roles();
  await ownDb.kysely.insertInto('user_roles').values({ user_id: id, role: 'admin' }).execute();
  await ownDb.pool.query(readFileSync(MIGRATION, 'utf8'));
  expect(await roles()).toEqual(before);
  const audited = await ownDb.kysely
    .selectFrom('audit_log')
    .select(['action', 'actor_kind', 'before', 'after'])
    .where('entity_id', '=', id)
    .execute();
  expect(audited).toEqual([
    { action: 'user.revoke-admin', actor_kind: 'system', before: { role: 'admin' }, after: { role: 'user' } },
  ]);
});
