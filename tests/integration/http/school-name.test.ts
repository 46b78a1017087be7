import PostalMime from 'postal-mime';
import { expect } from 'vitest';
import { schoolForm } from '#contract/administration/settings';
import type { MailTemplate } from '#emails/mail-props';
import { renderMail } from '#emails/render-mail';
import { TEMPLATES } from '#emails/templates';
import { startPasskey } from '#server/areas/accounts/passkeys/start-passkey';
import { startTwoFactor } from '#server/areas/accounts/two-factor/start-two-factor';
import { sendTestMail } from '#server/areas/admin/overview/send-test-mail';
import { saveSetting } from '#server/areas/settings/save-setting';
import type { WebApp } from '#server/http/pages/web-app';
import { fromHeader, type Mail } from '#server/platform/mailer';
import { insertContent } from '#tests/attack/content/content';
import { openSchool } from '#tests/attack/kit/school';
import { PASSWORD, signedInCaller, withAccount } from '#tests/kit/accounts';
import { test } from '#tests/kit/database';

const NAME = 'Harbor & Söhne';
const PRODUCT = /lectern/i;
const value = schoolForm.parse({ name: NAME, description: 'Sailing for everyone' });
const wanted = { name: 'school', form: schoolForm, version: 0, value };
const WORDS =
  'accepted account address admin amount after author bank bankCode before code count course day description detail device email holder html inviter key link message mode name note passkey person plan reason reference resetLink sender service site subject statement team text tier time title unsubscribe';
/** Whatever a mail asks for. */
const PROPS = {
  ...Object.fromEntries(WORDS.split(' ').map((word) => [word, `any ${word}`])),
  items: [],
  // A problem of the system; `kind` is also that of a declaration.
  event: 'raised',
  kind: 'disk-low',
  // What an email about billing says; each kind reads what it needs.
  words: {
    amount: 999,
    change: 'none',
    currency: 'eur',
    number: null,
    tier: 'premium',
    held: 'premium',
    from: 0,
    to: 1,
    at: 1,
    endsAt: 1,
    endedAt: 1,
    payBy: 1,
    startsAt: 1,
    seats: 5,
    step: 'first',
    why: 'cancelled',
    ends: false,
    next: null,
    price: { amount: 999, currency: 'eur', interval: 'month' },
  },
};

test('every email says the name of the school, and the software is in none', () => {
  for (const template of Object.keys(TEMPLATES) as MailTemplate[]) {
    // What members pay for themselves is said in other words than what they pay for a team.
    for (const team of ['any team', undefined]) {
      const isOwn = team === undefined && !template.startsWith('billing-');
      const mail = renderMail(template, { ...PROPS, ...(!isOwn && { team }) } as never, NAME);
      expect(mail.sender).toBe(NAME);
      expect(mail.text, template).toContain(NAME);
      expect(mail.html, template).toContain('Harbor &amp; Söhne');
      expect(JSON.stringify(mail), template).not.toMatch(/lectern|undefined/i);
    }
  }
});

test('documents for machines say the name at once, and pages are drawn with it', async ({ db }) => {
  const drawn: string[] = [];
  const render: WebApp['render'] = async (_, { site }) => {
    drawn.push(JSON.stringify(site));
    return new Response('<!doctype html>');
  };
  const school = await openSchool(db, { web: { files: new Map(), render } });
  await insertContent(db);
  const read = async (path: string) => (await school.ask('visitor', 'GET', path)).text();
  expect(await read('/manifest.webmanifest')).toContain('"name":"Lectern"');
  expect(await read('/feed.atom')).toContain('<title>Lectern</title>');
  const body = { ...value, version: 0 };
  expect((await school.ask('admin', 'PUT', '/api/admin/settings/school', { body })).status).toBe(200);
  school.content.bump();
  expect(JSON.parse(await read('/manifest.webmanifest'))).toMatchObject({
    name: NAME,
    short_name: NAME,
    description: 'Sailing for everyone',
  });
  for (const format of ['rss', 'atom']) {
    const feed = await read(`/feed.${format}`);
    expect(feed).toContain('Harbor &amp; Söhne');
    expect(feed).toContain('Sailing for everyone');
    expect(feed).not.toMatch(PRODUCT);
  }
  await read('/');
  expect(drawn.at(-1)).toContain(`"name":"${NAME}"`);
  expect(drawn.at(-1)).not.toContain('og-image.jpg');
  expect((await school.ask('visitor', 'GET', '/share.png')).headers.get('content-type')).toBe('image/png');
  const audit = await db.kysely.selectFrom('audit_log').selectAll().where('entity', '=', 'setting').execute();
  expect(audit).toMatchObject([{ action: 'setting.save', entity_id: 'school', before: null, after: value }]);
});

test('authenticators, passkeys, and test emails say the name', async ({ db }) => {
  const school = await withAccount(db);
  const mails: Mail[] = [];
  const services = {
    ...school.services,
    sendNow: async (mail: Mail) => {
      mails.push(mail);
      return { outcome: 'kept', detail: '' } as const;
    },
  };
  await saveSetting(services, school.as('admin'), wanted);
  const { caller } = await signedInCaller(school);
  expect((await startPasskey(services, caller)).rp.name).toBe(NAME);
  const { totpUri } = await startTwoFactor(services, caller, { password: PASSWORD });
  expect(new URL(totpUri).searchParams.get('issuer')).toBe(NAME);
  await sendTestMail(services, school.as('admin'));
  expect(mails.map(({ sender }) => sender)).toEqual([NAME]);
});

test.each([
  'A\r\nBcc: all@evil.test',
  'A\u202ekcab',
  '<script>alert(1)</script>',
  'https://evil.test',
  'x'.repeat(61),
])('a school cannot be called %j', async (name) =>
  expect(schoolForm.safeParse({ name }).success).toBe(false),
);

test('no name breaks out of the sender, and one in MAIL_FROM goes first', async () => {
  const { createTransport } = await import('nodemailer');
  const headersOf = async (sender: string, mailFrom: string) => {
    const transport = createTransport({ streamTransport: true, buffer: true });
    const { message } = await transport.sendMail({
      from: fromHeader({ sender }, mailFrom),
      to: 'a@x.test',
      text: 'T',
    });
    const mail = await PostalMime.parse(String(message));
    return { from: mail.from, names: mail.headers.map(({ key }) => key) };
  };
  const evil = 'A", "x" <all@evil.test>\r\nBcc: all@evil.test';
  const { from, names } = await headersOf(evil, 'no-reply@school.test');
  expect(from?.address).toBe('no-reply@school.test');
  expect(names).not.toContain('bcc');
  expect((await headersOf(NAME, 'no-reply@school.test')).from?.name).toBe(NAME);
  expect((await headersOf(NAME, 'Office <office@school.test>')).from).toMatchObject({
    name: 'Office',
    address: 'office@school.test',
  });
});
