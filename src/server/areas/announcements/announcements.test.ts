import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { TIERS } from '#domain/tiers';
import type { MailTemplate } from '#emails/mail-props';
import { renderMail } from '#emails/render-mail';
import { disableUser } from '#server/areas/admin/users/disable-user';
import { isMailWanted } from '#server/areas/notifications/is-mail-wanted';
import { unsubscribe } from '#server/areas/notifications/unsubscribe';
import type { Db } from '#server/db/client';
import { startMailRelay } from '#server/jobs/mail-relay';
import type { Mail } from '#server/platform/mailer';
import type { CallerName } from '#tests/attack/kit/school';
import { test } from '#tests/kit/database';
import { failureOf, openVerbs, type Verbs } from '#tests/kit/verbs';
import { deliverAnnouncements } from './deliver-announcements.ts';
import { getAudience } from './get-audience.ts';
import { getConsent } from './get-consent.ts';
import { listAnnouncements } from './list-announcements.ts';
import { saveConsent } from './save-consent.ts';
import { sendAnnouncement } from './send-announcement.ts';
import { sendTest } from './send-test.ts';

const NEWS = { subject: 'A course on queues', text: 'See **[queues](/courses/queues)**.', tiers: TIERS };

/** What an administrator chose in the notification settings. */
async function turn({ services }: Verbs, value: { master?: boolean; marketing: boolean }): Promise<void> {
  await services.db.pool.query(
    `insert into site_settings (name, value) values ('notifications', $1)
     on conflict (name) do update set value = excluded.value`,
    [JSON.stringify(value)],
  );
  services.settings.forget();
}

/** Sends the news, as the administrator does; with the same id it is the same announcement. */
const send = ({ as, services }: Verbs, changes: Partial<Parameters<typeof sendAnnouncement>[2]> = {}) =>
  sendAnnouncement(services, as('admin'), { id: randomUUID(), ...NEWS, ...changes });

/** A school with the switches on, in which these people agreed. */
async function agreed(db: Db, ...people: readonly CallerName[]): Promise<Verbs> {
  const verbs = await openVerbs(db);
  await turn(verbs, { marketing: true });
  for (const who of people) await saveConsent(verbs.services, verbs.as(who), { agreed: true });
  return verbs;
}

const idOf = ({ as }: Verbs, who: CallerName): string => {
  const { viewer } = as(who);
  return viewer.kind === 'member' ? viewer.userId : '';
};

async function announced({ kysely }: Db) {
  const rows = await kysely
    .selectFrom('mail_outbox')
    .select(['recipient', 'props'])
    .where('template', '=', 'announcement')
    .orderBy('recipient')
    .execute();
  return rows.map(({ props, recipient }) => ({
    recipient,
    props: props as unknown as {
      name: string;
      subject: string;
      text: string;
      html: string;
      link: string;
      unsubscribe: string;
    },
  }));
}

const recipients = async (db: Db) => (await announced(db)).map(({ recipient }) => recipient);

test('consent is off by default, and kept with when it was given and when it was withdrawn', async ({
  db,
}) => {
  const { as, services, wait } = await openVerbs(db);
  expect(await getConsent(services, as('free'))).toEqual({ since: null });
  const { since } = await saveConsent(services, as('free'), { agreed: true });
  expect(since).toBe(services.clock.now().toISOString());
  wait(60);
  expect(await saveConsent(services, as('free'), { agreed: true })).toEqual({ since });
  expect(await saveConsent(services, as('free'), { agreed: false })).toEqual({ since: null });
  const withdrawn = services.clock.now();
  wait(60);
  await saveConsent(services, as('free'), { agreed: true });
  const { rows } = await db.pool.query(
    'select given_at, withdrawn_at from marketing_consents order by given_at',
  );
  expect(rows).toEqual([
    { given_at: new Date(since ?? ''), withdrawn_at: withdrawn },
    { given_at: services.clock.now(), withdrawn_at: null },
  ]);
  const audited = await db.pool.query(
    "select action from audit_log where action like 'marketing.%' order by id",
  );
  expect(audited.rows.map(({ action }) => action)).toEqual([
    'marketing.agree',
    'marketing.withdraw',
    'marketing.agree',
  ]);
});

test('an announcement reaches who agreed, once each, and carries the way to stop', async ({ db }) => {
  const school = await agreed(db, 'free', 'premium');
  const { as, services } = school;
  expect(await getAudience(services, as('admin'))).toEqual({
    isOn: true,
    members: { free: 1, basic: 0, premium: 1 },
  });
  const { id, state } = await send(school);
  expect(state).toBe('sending');
  expect(await deliverAnnouncements(services)).toBe(2);
  expect(await deliverAnnouncements(services)).toBe(0);
  await db.pool.query('update announcements set finished_at = null, reached = null');
  expect(await deliverAnnouncements(services)).toBe(0);
  const [first, second] = await announced(db);
  expect([first?.recipient, second?.recipient]).toEqual(['free@school.test', 'premium@school.test']);
  if (!first) throw new Error('there is no mail');
  const { html, subject, text, unsubscribe: link } = renderMail('announcement', first.props, 'Lectern');
  expect(subject).toBe(NEWS.subject);
  expect(html).toContain(`href="${services.config.publicUrl}/courses/queues"`);
  for (const part of [html, text]) {
    expect(part).toContain('marketing emails from Lectern');
    expect(part).toContain(link);
  }
  const { rows } = await db.pool.query('select reached from announcements');
  expect(rows).toEqual([{ reached: null }]);
  const { items } = await listAnnouncements(services, as('admin'), {});
  expect(items).toMatchObject([
    { id, recipients: 2, state: 'finished', sentBy: 'admin', text: NEWS.text, tiers: TIERS },
  ]);
});

test('only members of the chosen plans get it, and nobody who is unconfirmed, disabled or leaving', async ({
  db,
}) => {
  const school = await agreed(db, 'free', 'second', 'basic', 'premium');
  const { as, services } = school;
  await send(school, { tiers: ['free', 'basic'] });
  await db.pool.query('update users set email_verified = false where id = $1', [idOf(school, 'second')]);
  await db.pool.query('update users set erase_at = now() where id = $1', [idOf(school, 'basic')]);
  await deliverAnnouncements(services);
  expect(await recipients(db)).toEqual(['free@school.test']);
  await disableUser(services, as('admin'), { id: idOf(school, 'free') });
  await send(school);
  await deliverAnnouncements(services);
  expect(await recipients(db)).toEqual(['free@school.test', 'premium@school.test']);
});

test('who withdraws before the emails are written gets none, nor who agrees only then', async ({ db }) => {
  const school = await agreed(db, 'free', 'basic');
  const { as, services, wait } = school;
  await send(school);
  wait(1);
  await saveConsent(services, as('free'), { agreed: false });
  await saveConsent(services, as('premium'), { agreed: true });
  await deliverAnnouncements(services);
  expect(await recipients(db)).toEqual(['basic@school.test']);
});

/** An email of a free member that is in the outbox. */
function waitingMail(template: MailTemplate) {
  return { template, recipient: 'free@school.test', event_key: 'key', props: { link: '', site: '' } };
}

test('a link in the email withdraws with one click, and an email that still waits is dropped', async ({
  db,
}) => {
  const school = await agreed(db, 'free', 'basic');
  const { as, services } = school;
  await send(school);
  await deliverAnnouncements(services);
  const [, mail] = await announced(db);
  const token = mail?.props.unsubscribe.split('/').at(-1) ?? '';
  expect(await unsubscribe(services, as('visitor'), { token })).toEqual({ kind: null });
  expect(await unsubscribe(services, as('visitor'), { token })).toEqual({ kind: null });
  expect(await getConsent(services, as('free'))).toEqual({ since: null });
  expect((await getConsent(services, as('basic'))).since).not.toBeNull();
  const sent: Mail[] = [];
  const relay = startMailRelay({
    db,
    log: services.log,
    site: async () => ({ school: 'Lectern' }),
    host: 'school.test',
    mailer: { send: async (one) => void sent.push(one) },
    isWanted: (one) => isMailWanted(services, one),
  });
  await relay.deliverDue();
  await relay.stop();
  expect(sent.map(({ subject, to }) => [to, subject])).toEqual([['basic@school.test', NEWS.subject]]);
  expect(sent[0]?.unsubscribe).toMatch(/\/unsubscribe\/[0-9a-f-]{36}-marketing$/);
  expect(await recipients(db)).toEqual(['basic@school.test']);
});

test('with one of the switches off none is taken on, and one that is going out ends', async ({ db }) => {
  const school = await agreed(db, 'free');
  const { as, services } = school;
  for (const switches of [{ marketing: false }, { marketing: true, master: false }]) {
    await turn(school, switches);
    expect((await getAudience(services, as('admin'))).isOn).toBe(false);
    expect(await failureOf(send(school))).toBe('MARKETING_OFF');
  }
  await turn(school, { marketing: true });
  await send(school);
  await turn(school, { marketing: false });
  expect(await deliverAnnouncements(services)).toBe(0);
  await turn(school, { marketing: true });
  expect(await deliverAnnouncements(services)).toBe(0);
  expect((await listAnnouncements(services, as('admin'), {})).items).toMatchObject([
    { recipients: 0, state: 'stopped' },
  ]);
  expect(await isMailWanted(services, waitingMail('announcement'))).toBe(true);
  await turn(school, { marketing: false });
  expect(await isMailWanted(services, waitingMail('announcement'))).toBe(false);
  expect(await isMailWanted(services, waitingMail('reset-password'))).toBe(true);
});

test('nobody to write to is said, not sent', async ({ db }) => {
  const school = await agreed(db, 'free');
  const { as, services } = school;
  const toPremium = send(school, { tiers: ['premium'] });
  expect(await failureOf(toPremium)).toBe('NO_RECIPIENTS');
  expect((await listAnnouncements(services, as('admin'), {})).items).toEqual([]);
});

test('many are written in batches, each a transaction, none twice', async ({ db }) => {
  const school = await agreed(db);
  const { as, services } = school;
  await db.pool.query(
    `with people as (
       insert into users (name, email, email_verified)
       select 'Reader ' || n, 'reader' || n || '@school.test', true from generate_series(1, 25) n returning id)
     insert into marketing_consents (user_id, given_at) select id, $1 from people`,
    [services.clock.now()],
  );
  await send(school);
  expect(await deliverAnnouncements(services, 10)).toBe(25);
  expect(new Set(await recipients(db)).size).toBe(25);
  expect((await listAnnouncements(services, as('admin'), {})).items).toMatchObject([
    { recipients: 25, state: 'finished' },
  ]);
});

test('a test goes to the administrator only, whether the switch is on or not', async ({ db }) => {
  const { as, services } = await openVerbs(db);
  const sent: Mail[] = [];
  const sendNow = async (mail: Mail) => {
    sent.push(mail);
    return { outcome: 'kept' as const, detail: '/srv/outbox' };
  };
  const answer = await sendTest({ ...services, sendNow }, as('admin'), NEWS);
  expect(answer).toEqual({ outcome: 'kept', to: 'admin@school.test', detail: '/srv/outbox' });
  expect(sent).toMatchObject([{ to: 'admin@school.test', subject: NEWS.subject }]);
  expect(await announced(db)).toEqual([]);
});

test('an announcement that is sent again because the reply was lost is one announcement', async ({ db }) => {
  const school = await agreed(db, 'free');
  const { services } = school;
  const id = randomUUID();
  const first = await send(school, { id });
  expect(first.id).toBe(id);
  expect(await send(school, { id, tiers: [...TIERS].reverse() })).toEqual(first);
  expect(await deliverAnnouncements(services)).toBe(1);
  expect(await send(school, { id })).toMatchObject({ id, recipients: 1, state: 'finished' });
  expect(await deliverAnnouncements(services)).toBe(0);
  const sent = await db.pool.query("select from audit_log where action = 'announcement.send'");
  expect(sent.rowCount).toBe(1);
});

test('an announcement that was sent does not take other words or plans', async ({ db }) => {
  const school = await agreed(db, 'free');
  const id = randomUUID();
  await send(school, { id });
  for (const changes of [{ text: 'Other words.' }, { subject: 'Other' }, { tiers: ['free'] as const }])
    expect(await failureOf(send(school, { id, ...changes }))).toBe('STATE_CHANGED');
  expect((await listAnnouncements(school.services, school.as('admin'), {})).items).toMatchObject([
    { id, subject: NEWS.subject, text: NEWS.text },
  ]);
});
