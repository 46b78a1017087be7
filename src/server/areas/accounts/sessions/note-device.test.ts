import { expect, onTestFinished } from 'vitest';
import { readLanguageFrom } from '#domain/language';
import { type Account, EMAIL, enrol, enter, PASSWORD, sent, withAccount } from '#tests/kit/accounts';
import { test } from '#tests/kit/database';
import { sweepAccounts } from '../erasure/sweep-accounts.ts';
import { verifyTwoFactor } from '../two-factor/verify-two-factor.ts';

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
const NEWER_FIREFOX = FIREFOX.replaceAll('140', '141');
const PHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Mobile/15E148 Safari/604.1';

const from = (school: Account, userAgent: string, ipAddress = '192.0.2.7') =>
  enter(school, PASSWORD, EMAIL, ipAddress, userAgent);
const reported = ({ services }: Account) =>
  services.db.kysely
    .selectFrom('mail_outbox')
    .select(['recipient', 'props'])
    .where('template', '=', 'new-device')
    .orderBy('created_at')
    .execute();

test('the first sign-in ever, the same browser and its next version in the same network tell nobody', async ({
  db,
}) => {
  const school = await withAccount(db);
  await from(school, FIREFOX);
  await from(school, FIREFOX);
  await from(school, NEWER_FIREFOX, '192.0.2.200');
  expect(await reported(school)).toEqual([]);
});

test('another browser and another network are told to the owner, once each, with device, address and time', async ({
  db,
}) => {
  const school = await withAccount(db);
  await from(school, FIREFOX);
  await from(school, PHONE);
  await from(school, PHONE);
  const [mail, ...more] = await reported(school);
  expect(more).toEqual([]);
  expect(mail).toMatchObject({
    recipient: EMAIL,
    props: { name: 'Ada', device: 'Safari on iPhone', address: '192.0.2.7' },
  });
  expect(String(Object(mail?.props).time)).toBe('November 20, 2026 at 12:00 PM UTC');
  await from(school, FIREFOX, '198.51.100.1');
  expect(await reported(school)).toHaveLength(2);
});

test('the time of a sign-in is written in the language of the school', async ({ db }) => {
  const school = await withAccount(db);
  await from(school, FIREFOX);
  readLanguageFrom(() => 'de');
  onTestFinished(() => readLanguageFrom(() => 'en'));
  await from(school, PHONE);
  const [mail] = await reported(school);
  expect(mail?.props).toMatchObject({ time: '20. November 2026 um 12:00 UTC' });
});

test('a sign-in that fails, and one that stands before its second step, tells nobody', async ({ ownDb }) => {
  const school = await withAccount(ownDb);
  const { backupCodes } = await enrol(school);
  await from(school, PHONE, '203.0.113.5').catch(() => null);
  await enter(school, 'wrong', EMAIL, '203.0.113.9', PHONE).catch(() => null);
  expect(await reported(school)).toEqual([]);
  const { cookies } = await from(school, PHONE, '203.0.113.5');
  const caller = { ...school.as('visitor'), userAgent: PHONE, ipAddress: '203.0.113.5' };
  await verifyTwoFactor(
    school.services,
    caller,
    { method: 'backup-code', code: backupCodes[0] ?? '' },
    { reqHeaders: new Headers({ cookie: sent(cookies) }), resHeaders: new Headers() },
  );
  expect(await reported(school)).toHaveLength(1);
});

test('sign-ins of one new device at the same moment are one mail', async ({ ownDb }) => {
  const school = await withAccount(ownDb);
  await from(school, FIREFOX);
  await Promise.all([1, 2, 3, 4].map(() => from(school, PHONE)));
  expect(await reported(school)).toHaveLength(1);
});

test('a device that was not seen for 400 days is forgotten', async ({ db }) => {
  const school = await withAccount(db);
  await from(school, FIREFOX);
  const known = () => db.kysely.selectFrom('known_devices').select('device').execute();
  await sweepAccounts(school.services);
  expect(await known()).toHaveLength(1);
  school.wait(401 * 24 * 3600);
  await sweepAccounts(school.services);
  expect(await known()).toEqual([]);
});
