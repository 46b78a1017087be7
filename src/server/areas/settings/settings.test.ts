import { expect } from 'vitest';
import { mailForm, securityForm, seoForm } from '#contract/administration/settings';
import { changeTier } from '#server/areas/accounts/profile/change-tier';
import { findViewer } from '#server/areas/accounts/sessions/find-viewer';
import { deliverNotices } from '#server/areas/notifications/deliver-notices';
import { openSchool } from '#tests/attack/kit/school';
import { EMAIL, enter, PASSWORD, sent, withAccount } from '#tests/kit/accounts';
import { test } from '#tests/kit/database';
import { countStatements, failureOf, openVerbs } from '#tests/kit/verbs';
import { register } from '../accounts/registration/register.ts';
import { allowEverywhere } from './allow-everywhere.ts';
import { getSetting } from './get-setting.ts';
import { saveSecurity } from './save-security.ts';
import { saveSetting } from './save-setting.ts';

const SECURITY = securityForm.parse({});
const wishes = (changes: Partial<typeof SECURITY> = {}) => ({
  ...SECURITY,
  ...changes,
  version: 0,
  confirmed: false,
});

test('the defaults are those of the specification, and nothing of security is in force before it is saved', async ({
  db,
}) => {
  const { as, services } = await openVerbs(db);
  expect(await getSetting(services, as('admin'), 'notifications', mailForm)).toEqual({
    version: 0,
    value: { master: true, courseUpdates: true, signups: true, subscriptions: true, marketing: false },
  });
  expect(await getSetting(services, as('admin'), 'security', securityForm)).toEqual({
    version: 0,
    value: { twoFactor: false, passwordPolicy: 'medium', sessionMinutes: 60, allowedAddresses: [] },
  });
  const current = await services.settings.current();
  expect(current.theme).toEqual({ theme: 'system', accent: 'blue' });
  expect(current.seo.image).toBe('/images/og-image.jpg');
  expect(current.security).toBeNull();
});

test('the second of two who save is told what is saved, also when both save the first time', async ({
  db,
}) => {
  const { as, services } = await openVerbs(db);
  const save = (title: string, version: number) =>
    saveSetting(services, as('admin'), {
      name: 'seo',
      form: seoForm,
      version,
      value: { ...seoForm.parse({}), title },
    });
  expect((await save('First', 0)).version).toBe(1);
  await expect(save('Second', 0)).rejects.toMatchObject({
    code: 'VERSION_CONFLICT',
    data: { current: { version: 1, value: { title: 'First' } } },
  });
  expect((await services.settings.current()).seo.title).toBe('First');
  expect(await failureOf(getSetting(services, as('premium'), 'seo', seoForm))).toBe('ADMINISTRATOR_REQUIRED');
});

test('settings are read once, not with every request', async ({ db }) => {
  const { services } = await openVerbs(db);
  await services.settings.current();
  const count = await countStatements(db, () => services.settings.current());
  expect(count).toBe(0);
});

test('a saved password policy holds for new passwords, an old one still signs in', async ({ db }) => {
  const school = await withAccount(db);
  const { as, services } = school;
  const tryPassword = (password: string) =>
    failureOf(
      register(services, as('visitor'), {
        name: 'Grace Hopper',
        email: 'grace@navy.test',
        password,
        confirmPassword: password,
      }),
    );
  expect(await tryPassword('six-ok')).not.toBe('PASSWORD_TOO_WEAK');
  await saveSecurity(services, as('admin'), wishes({ passwordPolicy: 'high' }));
  expect(await tryPassword('only small letters 1')).toBe('PASSWORD_TOO_WEAK');
  expect(await tryPassword('Small and Capital 1!')).not.toBe('PASSWORD_TOO_WEAK');
  expect((await enter(school, PASSWORD, EMAIL)).outcome.status).toBe('signed-in');
});

test('a session ends after the saved time without use, at once for those that are older', async ({ db }) => {
  const school = await withAccount(db);
  const { as, services, wait } = school;
  const { cookies } = await enter(school);
  const kindNow = async (isPassive = false) =>
    (await findViewer(services, sent(cookies), isPassive)).viewer.kind;
  wait(30 * 60);
  expect(await kindNow()).toBe('member');
  await saveSecurity(services, as('admin'), wishes({ sessionMinutes: 10 }));
  wait(9 * 60);
  expect(await kindNow()).toBe('member');
  // What a page asks by itself keeps nothing alive.
  wait(9 * 60);
  expect(await kindNow(true)).toBe('member');
  wait(2 * 60);
  expect(await kindNow()).toBe('visitor');
});

test('administration is closed to other addresses, and to who has no second factor, for every procedure', async ({
  db,
}) => {
  const school = await openSchool(db);
  const { people, services } = school;
  const admin = {
    viewer: people.get('admin') as never,
    ipAddress: '127.0.0.1',
    userAgent: '',
    requestId: '',
  };
  const codeOf = async (headers: Record<string, string> = {}) => {
    const response = await school.ask('admin', 'GET', '/api/admin/overview', { headers });
    return response.ok ? 'ok' : ((await response.json()) as { code: string }).code;
  };
  expect(await failureOf(saveSecurity(services, admin, wishes({ allowedAddresses: ['10.0.0.0/8'] })))).toBe(
    'WOULD_LOCK_OUT',
  );
  expect(await failureOf(saveSecurity(services, admin, wishes({ twoFactor: true })))).toBe('WOULD_LOCK_OUT');
  await saveSecurity(services, admin, wishes({ allowedAddresses: ['127.0.0.0/8', '2001:db8::/32'] }));
  expect(await codeOf()).toBe('ok');
  await saveSecurity(services, admin, {
    ...wishes({ allowedAddresses: ['10.0.0.0/8'] }),
    version: 1,
    confirmed: true,
  });
  expect(await codeOf()).toBe('ADDRESS_NOT_ALLOWED');
  expect(await codeOf({ 'x-forwarded-for': '10.0.0.1' }), 'a client cannot choose its address').toBe(
    'ADDRESS_NOT_ALLOWED',
  );
  expect((await school.ask('admin', 'GET', '/api/session')).status).toBe(200);
  expect(await allowEverywhere(services, admin)).toBe(true);
  expect(await codeOf()).toBe('ok');
  await saveSecurity(services, admin, { ...wishes({ twoFactor: true }), version: 3, confirmed: true });
  expect(await codeOf()).toBe('TWO_FACTOR_REQUIRED');
});

test('each line that is no address is named', async ({ db }) => {
  const { as, services } = await openVerbs(db);
  const wanted = wishes({ allowedAddresses: ['127.0.0.1', 'nonsense', '10.0.0.1/40'] });
  await expect(saveSecurity(services, as('admin'), wanted)).rejects.toMatchObject({
    code: 'BAD_INPUT',
    fields: {
      'allowedAddresses.1': "“nonsense” isn't an IP address",
      'allowedAddresses.2': "“10.0.0.1/40” isn't a valid range: use /0 to /32",
    },
  });
});

test('with the master switch off no notice is mailed, and the inbox is filled all the same', async ({
  db,
}) => {
  const { as, services } = await openVerbs(db);
  const off = { ...mailForm.parse({}), master: false };
  await saveSetting(services, as('admin'), { name: 'notifications', form: mailForm, version: 0, value: off });
  await changeTier(services, as('free'), { tier: 'basic' });
  await deliverNotices(services);
  expect(await db.kysely.selectFrom('mail_outbox').select('id').execute()).toEqual([]);
  expect(await db.kysely.selectFrom('notifications').select('id').execute()).toHaveLength(1);
});
