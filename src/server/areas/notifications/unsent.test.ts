import { expect } from 'vitest';
import type { NoticeKind } from '#domain/notifications/kinds';
import { isAddressOpen } from '#server/areas/admin/mails/suppressions/is-address-open';
import { receiveMailReports } from '#server/areas/admin/mails/suppressions/receive-mail-reports';
import { announce } from '#server/db/announce';
import type { Db } from '#server/db/client';
import { startMailRelay } from '#server/jobs/mail-relay';
import { RefusedForGood } from '#server/platform/mailer';
import { test } from '#tests/kit/database';
import { openVerbs } from '#tests/kit/verbs';
import { deliverNotices } from './deliver-notices.ts';
import { isMailWanted } from './is-mail-wanted.ts';
import { listNotifications } from './list-notifications.ts';
import { savePreferences } from './save-preferences.ts';
import { sendDigests } from './send-digests.ts';
import { showUnsent } from './show-unsent.ts';

const KIND = 'certificate-issued' as const;

/** A school in which a member and the administrator get emails only. */
async function openMailed(db: Db, { digest = false } = {}) {
  const school = await openVerbs(db);
  const { as, services } = school;
  const kinds = ([KIND, 'contact-message'] as const).map((kind) => ({ kind, inApp: false, email: true }));
  for (const who of ['free', 'admin'] as const) await savePreferences(services, as(who), { kinds, digest });
  const { viewer } = as('free');
  const tell = async (kind: NoticeKind = KIND) => {
    await services.db.transaction((trx) =>
      announce(trx, {
        kind,
        eventKey: kind,
        to: kind === KIND && viewer.kind === 'member' ? { userId: viewer.userId } : { administrators: true },
        link: '/certificates',
        props: { title: 'One', sender: 'Zoe', email: 'zoe@else.test', message: 'Hi' },
      }),
    );
    await deliverNotices(services);
  };
  /** What leaves now, and what the inbox shows afterwards. */
  const outcome = async (who: 'free' | 'admin' = 'free', refuses = false) => {
    const sent: string[] = [];
    const relay = startMailRelay({
      db,
      log: services.log,
      site: async () => ({ school: 'Lectern' }),
      host: 'school.test',
      mailer: {
        send: async ({ to }) => {
          if (refuses) throw new RefusedForGood('550 refused');
          sent.push(to);
        },
      },
      isWanted: async (mail) => (await isAddressOpen(services, mail)) && isMailWanted(services, mail),
      onUnsent: showUnsent,
    });
    await relay.deliverDue();
    await relay.stop();
    const { items } = await listNotifications(services, as(who), {});
    return { sent, inbox: items.map(({ kind }) => kind) };
  };
  const bounce = () =>
    receiveMailReports(services, { events: [{ type: 'bounce', email: 'free@school.test', reason: '550' }] });
  const setting = async (name: string, value: object) => {
    await db.pool.query(
      `insert into site_settings (name, value) values ($1, $2)
       on conflict (name) do update set value = excluded.value`,
      [name, JSON.stringify(value)],
    );
    services.settings.forget();
  };
  return { ...school, bounce, outcome, setting, tell };
}

const MISSED = { sent: [], inbox: [KIND] };

test('what is mailed only is not in the inbox', async ({ db }) => {
  const { outcome, tell } = await openMailed(db);
  await tell();
  expect(await outcome()).toEqual({ sent: ['free@school.test'], inbox: [] });
});

test('a notice whose email may not go to a suppressed address is in the inbox', async ({ db }) => {
  const { bounce, outcome, tell } = await openMailed(db);
  await bounce();
  await tell();
  expect(await outcome()).toEqual(MISSED);
});

test('a notice whose email the mail server refuses for good is in the inbox', async ({ db }) => {
  const { outcome, tell } = await openMailed(db);
  await tell();
  expect(await outcome('free', true)).toEqual(MISSED);
});

test.for(['before', 'while it waits'] as const)(
  'a notice is in the inbox where the school has its emails switched off: %s',
  async (when, { db }) => {
    const { outcome, setting, tell } = await openMailed(db);
    if (when === 'before') await setting('notifications', { master: false });
    await tell();
    if (when !== 'before') await setting('notifications', { master: false });
    expect(await outcome()).toEqual(MISSED);
  },
);

test.for(['before', 'while it waits'] as const)(
  'what administrators may not read by email is in their inbox where administration is: closed %s',
  async (when, { db }) => {
    const { outcome, setting, tell } = await openMailed(db);
    const close = () => setting('security', { allowedAddresses: ['10.0.0.0/8'] });
    if (when === 'before') await close();
    await tell('contact-message');
    if (when !== 'before') await close();
    expect(await outcome('admin')).toEqual({ sent: [], inbox: ['contact-message'] });
  },
);

test.for(['the address is suppressed', 'the emails are off', 'the emails are off too late'] as const)(
  'what waits for a daily email that may not go is in the inbox: %s',
  async (event, { db }) => {
    const { bounce, outcome, services, setting, tell, wait } = await openMailed(db, { digest: true });
    await tell();
    expect(await outcome()).toEqual({ sent: [], inbox: [] });
    if (event === 'the address is suppressed') await bounce();
    if (event === 'the emails are off') await setting('notifications', { master: false });
    await sendDigests(services);
    if (event === 'the emails are off too late') await setting('notifications', { master: false });
    await outcome();
    wait(1);
    await sendDigests(services);
    expect(await outcome()).toEqual(MISSED);
  },
);

test('what waits for the daily email is in the inbox once daily emails are off', async ({ db }) => {
  const { as, outcome, services, tell } = await openMailed(db, { digest: true });
  await tell();
  await savePreferences(services, as('free'), { kinds: [], digest: false });
  expect(await outcome()).toEqual(MISSED);
});

test.for([
  { inApp: true, digest: true },
  { inApp: true, digest: false },
  { inApp: false, digest: true },
  { inApp: false, digest: false },
])(
  'what waits while its emails are turned off is in the inbox only if it is wanted there: $inApp, digest $digest',
  async ({ digest, inApp }, { db }) => {
    const { as, outcome, services, tell } = await openMailed(db, { digest });
    await tell();
    await savePreferences(services, as('free'), { kinds: [{ kind: KIND, inApp, email: false }] });
    expect(await outcome()).toEqual({ sent: [], inbox: inApp ? [KIND] : [] });
  },
);
