import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'vitest';
import { eraseDueAccounts } from '#server/areas/accounts/erasure/erase-due-accounts';
import { forgotPassword } from '#server/areas/accounts/password/forgot-password';
import { register } from '#server/areas/accounts/registration/register';
import { removeUser } from '#server/areas/admin/users/remove-user';
import { outboxMailer } from '#server/platform/mailer-outbox';
import { removeOutboxMails } from '#server/platform/outbox-folder';
import { databaseState } from '#tests/attack/requests/database-state';
import { test } from '#tests/kit/database';
import { openVerbs } from '#tests/kit/verbs';

const OWNER = 'grace@hopper.test';

test.for(['an administrator removes it', 'it is due'])(
  'an account with an address that nobody confirmed leaves what the owner of that address sent and got: %s',
  async (how, { ownDb }) => {
    const { as, services } = await openVerbs(ownDb);
    const now = services.clock.now();
    const password = 'a quiet sentence';
    await register(services, as('visitor'), {
      name: 'Zebulon Pike',
      email: OWNER,
      password,
      confirmPassword: password,
    });
    await forgotPassword(services, as('visitor'), { email: OWNER });
    const { id } = await ownDb.kysely
      .selectFrom('users')
      .select('id')
      .where('email', '=', OWNER)
      .executeTakeFirstOrThrow();
    await ownDb.kysely
      .insertInto('contact_messages')
      .values({ name: 'Grace', email: OWNER, message: 'I have a question' })
      .execute();
    await ownDb.kysely
      .insertInto('billing_requests')
      .values({
        kind: 'withdrawal',
        name: 'Grace',
        email: OWNER,
        statement: 'I withdraw',
        received_at: now,
        state: 'open',
      })
      .execute();
    await ownDb.kysely
      .insertInto('mail_outbox')
      .values({
        event_key: 'request:1',
        template: 'contract-declared',
        recipient: OWNER,
        props: JSON.stringify({ name: 'Grace', statement: 'I withdraw' }),
      })
      .execute();
    await ownDb.kysely
      .insertInto('mail_suppressions')
      .values({ address: OWNER, reason: 'bounce', detail: '550', reported_at: now })
      .execute();
    if (how === 'it is due') {
      await ownDb.kysely.updateTable('users').set({ erase_at: now }).where('id', '=', id).execute();
      expect(await eraseDueAccounts(services)).toBe(1);
    } else await removeUser(services, as('admin'), { id });
    const left = JSON.stringify(await databaseState(ownDb));
    for (const trace of [id, 'Zebulon Pike', 'confirm-email', 'reset-password'])
      expect(left).not.toContain(trace);
    expect(await ownDb.kysely.selectFrom('contact_messages').select('email').execute()).toEqual([
      { email: OWNER },
    ]);
    expect(
      await ownDb.kysely.selectFrom('billing_requests').select(['name', 'email', 'statement']).execute(),
    ).toEqual([{ name: 'Grace', email: OWNER, statement: 'I withdraw' }]);
    expect(
      await ownDb.kysely
        .selectFrom('mail_outbox')
        .select('event_key')
        .where('recipient', '=', OWNER)
        .execute(),
    ).toEqual([{ event_key: 'request:1' }]);
    expect(await ownDb.kysely.selectFrom('mail_suppressions').select('address').execute()).toEqual([
      { address: OWNER },
    ]);
  },
);

test('a waiting daily mail of others names nobody any more, and stays what it is, whatever the person was called', async ({
  ownDb,
}) => {
  const { as, services } = await openVerbs(ownDb);
  const { id } = await ownDb.kysely
    .insertInto('users')
    .values({ name: 'items', email: 'al@school.test', email_verified: true })
    .returning('id')
    .executeTakeFirstOrThrow();
  // What it was called before.
  for (const name of ['kind', 'comment-reply', 'props'])
    await ownDb.kysely
      .insertInto('audit_log')
      .values({
        actor_kind: 'member',
        action: 'account.rename',
        entity: 'user',
        entity_id: id,
        before: JSON.stringify({ name }),
      })
      .execute();
  const item = (kind: string, props: Record<string, string>) => ({
    id: crypto.randomUUID(),
    kind,
    props,
    link: 'https://school.test/x',
  });
  const items = [
    item('comment-reply', {
      author: 'items',
      title: 'kind',
      excerpt: 'See al@school.test and maral@school.test',
    }),
    item('new-user', { person: 'kind' }),
    item('new-user', { person: 'Somebody else' }),
  ];
  const props = {
    name: 'items',
    items,
    link: 'https://school.test/notifications',
    unsubscribe: 'https://school.test/u',
  };
  await ownDb.kysely
    .insertInto('mail_outbox')
    .values({
      event_key: `digest:${crypto.randomUUID()}:2026-11-20`,
      template: 'digest',
      recipient: 'other@school.test',
      props: JSON.stringify(props),
    })
    .execute();
  await removeUser(services, as('admin'), { id });
  const mail = await ownDb.kysely
    .selectFrom('mail_outbox')
    .select('props')
    .where('template', '=', 'digest')
    .executeTakeFirstOrThrow();
  const [reply, first, second] = items;
  expect(mail.props).toEqual({
    ...props,
    items: [
      {
        ...reply,
        props: { author: 'Deleted user', title: 'kind', excerpt: 'See deleted and maral@school.test' },
      },
      { ...first, props: { person: 'Deleted user' } },
      second,
    ],
  });
});

test('the written mails of people whose addresses are longer stay, and those that came after an address was left', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'lectern-outbox-'));
  const mailer = outboxMailer(folder, 'Lectern <no-reply@school.test>');
  for (const [index, to] of ['al@school.test', 'maral@school.test', 'al@school.test.example'].entries())
    await mailer.send({
      messageId: `<mail-${index}>`,
      sender: '',
      unsubscribe: null,
      to,
      subject: 'One',
      text: 'Hello',
      html: '<p>Hello</p>',
    });
  const remove = (until: Date | null) =>
    removeOutboxMails(folder, { mails: [], ids: [], addresses: [{ address: 'al@school.test', until }] });
  // Somebody else has the address since.
  await remove(new Date(Date.now() - 3_600_000));
  expect(readdirSync(folder)).toHaveLength(3);
  await remove(null);
  expect(readdirSync(folder)).toEqual(['_mail-1_.eml', '_mail-2_.eml']);
  rmSync(folder, { recursive: true });
});

test('an address within a longer one is somebody else’s: in the audit log, and in what opens something', async ({
  ownDb,
}) => {
  const { as, services } = await openVerbs(ownDb);
  const { id } = await ownDb.kysely
    .insertInto('users')
    .values({ name: 'Grace Hopper', email: 'al@school.test', email_verified: true })
    .returning('id')
    .executeTakeFirstOrThrow();
  const others = 'maral@school.test, x.al@school.test, al@school.test.example and al@school.testing';
  await ownDb.kysely
    .insertInto('audit_log')
    .values({
      actor_id: id,
      actor_kind: 'admin',
      action: 'message.delete',
      entity: 'message',
      before: JSON.stringify({ email: 'maral@school.test', note: others }),
      after: JSON.stringify({ email: 'al@school.test', note: 'To\nAL@school.test, al@school.test.' }),
    })
    .execute();
  const waiting = (email: string) => ({
    identifier: `external:${email}`,
    value: JSON.stringify({ redirect: `/x?email=${email}` }),
    expires_at: new Date('2100-01-01'),
  });
  await ownDb.kysely
    .insertInto('verifications')
    .values(['maral@school.test', 'al@school.test'].map(waiting))
    .execute();
  await removeUser(services, as('admin'), { id });
  const row = await ownDb.kysely
    .selectFrom('audit_log')
    .select(['before', 'after'])
    .where('action', '=', 'message.delete')
    .executeTakeFirstOrThrow();
  expect(row).toEqual({
    before: { email: 'maral@school.test', note: others },
    after: { email: 'deleted', note: 'To\ndeleted, deleted.' },
  });
  expect(await ownDb.kysely.selectFrom('verifications').select('identifier').execute()).toEqual([
    { identifier: 'external:maral@school.test' },
  ]);
});
