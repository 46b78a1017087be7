import { sql } from 'kysely';
import { expect } from 'vitest';
import { renderMail } from '#emails/render-mail';
import { requestAddress } from '#server/areas/accounts/address/request-address';
import { forgotPassword } from '#server/areas/accounts/password/forgot-password';
import { updateProfile } from '#server/areas/accounts/profile/update-profile';
import { register } from '#server/areas/accounts/registration/register';
import { resendVerification } from '#server/areas/accounts/registration/resend-verification';
import { requestSignInCode } from '#server/areas/accounts/sign-in/request-sign-in-code';
import { acceptInvitation } from '#server/areas/invitations/accept-invitation';
import { invitePeople } from '#server/areas/invitations/invite-people';
import { deliverNotices } from '#server/areas/notifications/deliver-notices';
import { sendContactMessage } from '#server/areas/site/messages/send-contact-message';
import type { Db } from '#server/db/client';
import { hasRoom, mailCap } from '#server/db/mail/mail-caps';
import { EMAIL, withAccount } from '#tests/kit/accounts';
import { test } from '#tests/kit/database';
import { failureOf, openVerbs } from '#tests/kit/verbs';

const PASSWORD = 'the words of a stranger';
const VICTIM = 'victim@school.test';
const HOSTILE = [
  'Ada\r\nYour account is closed: call 555',
  'Visit https://evil.example/win',
  'evil.com',
  'Ada\u202emoc.live',
  'A\u200bda Lovelace',
  'Lectern Administrator',
  'Аdmin',
  'S u p p o r t',
];
const form = (name: string, email = VICTIM) => ({
  name,
  email,
  password: PASSWORD,
  confirmPassword: PASSWORD,
});

async function mailsTo(db: Db, recipient: string): Promise<string[]> {
  const { rows } = await db.pool.query<{ template: string }>(
    'select template from mail_outbox where recipient = $1 order by created_at',
    [recipient],
  );
  return rows.map(({ template }) => template);
}

/** As if all mails had been sent so many hours ago. */
async function ageMails(db: Db, hours: number): Promise<void> {
  await db.pool.query('update mail_outbox set created_at = created_at - make_interval(hours => $1)', [hours]);
}

async function times(count: number, work: () => Promise<unknown>): Promise<void> {
  for (let turn = 0; turn < count; turn += 1) await work();
}

test('a name that lies to the reader of a mail is refused wherever a person chooses one', async ({ db }) => {
  const { as, services } = await openVerbs(db);
  await invitePeople(services, as('admin'), {
    people: [{ email: 'grace@school.test', tier: 'basic', role: 'user' }],
  });
  const invitation = await db.kysely
    .selectFrom('mail_outbox')
    .select('props')
    .where('template', '=', 'invitation')
    .executeTakeFirstOrThrow();
  const token = /token=([\w-]+)/.exec(JSON.stringify(invitation.props))?.[1] ?? '';
  const passwords = { password: PASSWORD, confirmPassword: PASSWORD };
  const exchange = { resHeaders: new Headers() };
  for (const name of HOSTILE) {
    expect(await failureOf(register(services, as('visitor'), form(name))), name).toBe('BAD_INPUT');
    expect(await failureOf(updateProfile(services, as('basic'), { name })), name).toBe('BAD_INPUT');
    const accepted = acceptInvitation(services, as('visitor'), { token, name, ...passwords }, exchange);
    expect(await failureOf(accepted), name).toBe('BAD_INPUT');
  }
  expect(await mailsTo(db, VICTIM)).toEqual([]);
  await acceptInvitation(services, as('visitor'), { token, name: 'Grace', ...passwords }, exchange);
  expect((await db.pool.query("select from users where name = 'Grace'")).rowCount).toBe(1);
});

test('the refusal says what is wrong with the name, and an administrator may be called one', async ({
  db,
}) => {
  const { as, services } = await openVerbs(db);
  await expect(updateProfile(services, as('basic'), { name: 'Site Support' })).rejects.toMatchObject({
    fields: { name: 'This name looks like one of the people who run this site. Choose another one.' },
  });
  expect(await updateProfile(services, as('admin'), { name: 'Administrator' })).toMatchObject({
    name: 'Administrator',
  });
});

test('a name from before is cleaned in every part of a mail', () => {
  const link = 'https://school.test/x';
  for (const name of HOSTILE) {
    const { html, subject, text } = renderMail('confirm-email', { name, link }, 'Lectern');
    const greeting = /^(Hello [^\n]*,)$/m.exec(text)?.[1] ?? '';
    expect(greeting, name).not.toMatch(/evil|\p{Cf}|Administrator|dmin|S u p/u);
    expect(`${subject}${html}${text}`.replaceAll(link, ''), name).not.toMatch(/evil|\u202e|\u200b/);
  }
  for (const name of [...HOSTILE.slice(0, 3), 'https://evil.example/win']) {
    const mails = [
      renderMail('passkey-added', { name: 'Ada', link, passkey: name }, 'Lectern'),
      renderMail('passkey-removed', { name: 'Ada', link, passkey: name }, 'Lectern'),
      renderMail('key-created', { name: 'Ada', link, key: name }, 'Lectern'),
      renderMail('key-revoked', { name: 'Ada', link, key: name }, 'Lectern'),
    ];
    for (const { html, text } of mails) expect(`${html}${text}`, name).not.toMatch(/evil|Ada\r/);
  }
  const unnamed = renderMail('passkey-added', { name: 'Ada', link, passkey: 'evil.com' }, 'Lectern');
  expect(unnamed.text).toContain('with the passkey “unnamed”');
  const reply = { name: 'Ada', link, unsubscribe: link, author: 'x.evil.com', title: 'T', text: 'words' };
  expect(renderMail('comment-reply', reply, 'Lectern').subject).toBe('Someone replied to your comment');
});

test('a mailbox gets five mails of a form in an hour, twenty in a day, then one an hour', async ({ db }) => {
  const { as, services } = await openVerbs(db);
  const visitor = as('visitor');
  const flood = async () => {
    await times(7, () => register(services, visitor, form('Ada')));
    await times(3, () => resendVerification(services, visitor, { email: VICTIM }));
  };
  await flood();
  expect(await mailsTo(db, VICTIM)).toEqual(Array.from({ length: 5 }, () => 'confirm-email'));
  for (const all of [10, 15, 20, 21, 22]) {
    await ageMails(db, 1);
    await flood();
    expect(await mailsTo(db, VICTIM)).toHaveLength(all);
  }
});

test('resets and changes of address are capped too, and each leaves the other its share', async ({ db }) => {
  const school = await withAccount(db);
  const { as, services } = school;
  await times(12, () => forgotPassword(services, as('visitor'), { email: EMAIL }));
  expect(await mailsTo(db, EMAIL)).toEqual(Array.from({ length: 5 }, () => 'reset-password'));
  await db.pool.query('update sessions set proved_at = $1', [services.clock.now()]);
  for (const who of ['free', 'basic', 'premium', 'second', 'admin'] as const)
    await times(3, () => requestAddress(services, as(who), { email: VICTIM }));
  expect(await mailsTo(db, VICTIM)).toEqual(Array.from({ length: 5 }, () => 'address-confirm'));
  await ageMails(db, 1);
  await forgotPassword(services, as('visitor'), { email: EMAIL });
  expect(await mailsTo(db, EMAIL)).toHaveLength(6);
});

test('thirty tags of one mailbox share its five mails and its codes', async ({ ownDb }) => {
  const { as, services } = await openVerbs(ownDb);
  const visitor = as('visitor');
  const tagged = Array.from({ length: 30 }, (_, tag) => `victim+${tag}@school.test`);
  const all = async () => (await ownDb.pool.query('select from mail_outbox')).rowCount;
  for (const email of tagged) await register(services, visitor, form('Ada', email));
  expect(await all()).toBe(5);
  await register(services, visitor, form('Ada'));
  expect(await mailsTo(ownDb, VICTIM)).toEqual([]);
  await register(services, visitor, form('Grace', 'grace+1@school.test'));
  expect(await mailsTo(ownDb, 'grace+1@school.test')).toEqual(['confirm-email']);
  await Promise.all(tagged.map((email) => forgotPassword(services, visitor, { email })));
  expect(await all()).toBe(11);
  const codes = await Promise.all(
    tagged.map((email) => failureOf(requestSignInCode(services, visitor, { email }))),
  );
  expect(codes.filter((answer) => answer === 'RATE_LIMITED')).toHaveLength(25);
  expect(await all()).toBe(16);
});

test('mails to a mailbox are counted by its index', async ({ ownDb }) => {
  const cap = mailCap('confirm-email');
  if (!cap) throw new Error('no cap');
  const count = sql`explain select ${hasRoom(sql`${VICTIM}`, cap)}`.compile(ownDb.kysely);
  const client = await ownDb.pool.connect();
  try {
    await client.query('set enable_seqscan = off');
    const { rows } = await client.query<{ 'QUERY PLAN': string }>(count.sql, [...count.parameters]);
    expect(rows.map((row) => row['QUERY PLAN']).join('\n')).toContain('mail_outbox_mailbox_idx');
  } finally {
    client.release(true);
  }
});

test('many at the same moment are no way around it', async ({ ownDb }) => {
  const { as, services } = await withAccount(ownDb);
  await Promise.all(
    Array.from({ length: 20 }, () => forgotPassword(services, as('visitor'), { email: EMAIL })),
  );
  expect(await mailsTo(ownDb, EMAIL)).toHaveLength(5);
});

test('neither the answer nor what is written tells whether the cap was reached or the address is known', async ({
  db,
}) => {
  const { as, services } = await withAccount(db);
  for (const email of [EMAIL, 'nobody@school.test'])
    for (let turn = 0; turn < 8; turn += 1)
      expect(await forgotPassword(services, as('visitor'), { email })).toEqual({ done: true });
  for (let turn = 0; turn < 8; turn += 1)
    expect(await register(services, as('visitor'), form('Ada', EMAIL))).toEqual({ done: true });
});

test('messages of the contact form do not flood the administrator, and none is lost', async ({ db }) => {
  const { as, services } = await openVerbs(db);
  const message = { name: 'Eve', email: 'eve@evil.test', message: 'words words words', website: '' };
  await times(30, () => sendContactMessage(services, as('visitor'), message));
  await deliverNotices(services);
  expect(await mailsTo(db, 'admin@school.test')).toHaveLength(20);
  const { rows } = await db.pool.query('select id from contact_messages');
  expect(rows).toHaveLength(30);
});
