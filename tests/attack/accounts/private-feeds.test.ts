import { expect } from 'vitest';
import { changePassword } from '#server/areas/accounts/password/change-password';
import { forgotPassword } from '#server/areas/accounts/password/forgot-password';
import { resetPassword } from '#server/areas/accounts/password/reset-password';
import { EMAIL, PASSWORD, signedInCaller, withAccount } from '#tests/kit/accounts';
import { test } from '#tests/kit/database';

test('a new password ends the private feed, changed in a session or by a link', async ({ db }) => {
  const school = await withAccount(db);
  const feeds = async () => (await db.kysely.selectFrom('feed_tokens').select('user_id').execute()).length;
  const makeFeed = () =>
    db.kysely.insertInto('feed_tokens').values({ user_id: school.id, token_hash: 'a hash' }).execute();
  await makeFeed();
  const { caller } = await signedInCaller(school);
  await changePassword(school.services, caller, {
    currentPassword: PASSWORD,
    password: 'another quiet sentence',
  });
  expect(await feeds()).toBe(0);
  await makeFeed();
  await forgotPassword(school.services, school.as('visitor'), { email: EMAIL });
  const mail = db.kysely.selectFrom('mail_outbox').select('props').where('template', '=', 'reset-password');
  const { link } = (await mail.executeTakeFirstOrThrow()).props as { link: string };
  const token = new URL(link).searchParams.get('token') ?? '';
  await resetPassword(school.services, school.as('visitor'), { token, password: PASSWORD });
  expect(await feeds()).toBe(0);
});
