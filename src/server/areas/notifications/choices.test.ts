import { expect } from 'vitest';
import { announce } from '#server/db/announce';
import type { Db } from '#server/db/client';
import { test } from '#tests/kit/database';
import { openVerbs, type Verbs } from '#tests/kit/verbs';
import { deliverNotices } from './deliver-notices.ts';
import { getPreferences } from './get-preferences.ts';
import { isMailWanted } from './is-mail-wanted.ts';
import { listNotifications } from './list-notifications.ts';
import { savePreferences } from './save-preferences.ts';
import { sendDigests } from './send-digests.ts';
import { unsubscribe } from './unsubscribe.ts';

const DAY = 24 * 60 * 60;
const KIND = 'certificate-issued' as const;

function idOf({ as }: Verbs): string {
  const { viewer } = as('free');
  return viewer.kind === 'member' ? viewer.userId : '';
}

/** Has something announced to the member and delivered. */
async function tell(
  school: Verbs,
  title: string,
  kind: 'certificate-issued' | 'exam-marked' | 'tier-changed' = KIND,
) {
  const { services } = school;
  await services.db.transaction((trx) =>
    announce(trx, {
      kind,
      eventKey: title,
      to: { userId: idOf(school) },
      link: '/certificates',
      props: { title },
    }),
  );
  await deliverNotices(services);
}

test('a notice that is over the cap of mails is in the inbox also of those who have it off', async ({
  ownDb,
}) => {
  const school = await openVerbs(ownDb);
  const { as, services } = school;
  await savePreferences(services, as('free'), { kinds: [{ kind: 'comment-reply', inApp: false }] });
  for (let reply = 1; reply <= 21; reply += 1)
    await services.db.transaction((trx) =>
      announce(trx, {
        kind: 'comment-reply',
        eventKey: `reply ${reply}`,
        to: { userId: idOf(school) },
        link: '/courses',
        props: { author: 'Grace', title: `reply ${reply}`, text: 'words' },
      }),
    );
  await deliverNotices(services);
  const mailed = (await waiting(ownDb)).map(({ props }) => (props as { title: string }).title);
  expect(mailed).toHaveLength(20);
  const { items } = await listNotifications(services, as('free'), {});
  const found = items.map(({ props }) => (props as { title: string }).title);
  expect(found).toHaveLength(1);
  expect(mailed).not.toContain(found[0]);
});

type Changes = Parameters<typeof savePreferences>[2];
type Waiting = Parameters<typeof isMailWanted>[1];

const waiting = async (db: Db): Promise<Waiting[]> =>
  (await db.kysely
    .selectFrom('mail_outbox')
    .select(['event_key', 'template', 'recipient', 'props'])
    .orderBy('created_at')
    .execute()) as unknown as Waiting[];

const titlesOf = ({ props }: Waiting) =>
  'items' in props ? props.items.map((item) => (item.props as { title: string }).title) : [];

const moreOf = ({ props }: Waiting) => ('more' in props ? props.more : undefined);

const choose = (email: boolean) => ({ kinds: [{ kind: KIND, inApp: true, email }] }) satisfies Changes;

test('what is not named stays as it was saved elsewhere meanwhile', async ({ db }) => {
  const { as, services } = await openVerbs(db);
  const save = (input: Changes) => savePreferences(services, as('free'), input);
  await save({ kinds: [], digest: true });
  await save({ kinds: [{ kind: KIND, email: false }] });
  const { digest, kinds } = await save({ kinds: [{ kind: KIND, inApp: false }] });
  expect(digest).toBe(true);
  expect(kinds.find(({ kind }) => kind === KIND)).toEqual({ kind: KIND, inApp: false, email: false });
  await save({ kinds: [{ kind: KIND, inApp: true, email: true }] });
  expect((await getPreferences(services, as('free'))).kinds.find(({ kind }) => kind === KIND)).toEqual({
    kind: KIND,
    inApp: true,
    email: true,
  });
});

test('what is saved as it was writes no audit row', async ({ ownDb: db }) => {
  const { as, services } = await openVerbs(db);
  const save = (input: Changes) => savePreferences(services, as('free'), input);
  const audited = async () => {
    const rows = db.kysely.selectFrom('audit_log').select('after').orderBy('id');
    return (await rows.where('action', '=', 'notifications.save-preferences').execute()).map(
      ({ after }) => after,
    );
  };
  for (let time = 1; time <= 2; time += 1) await save({ ...choose(false), digest: true });
  const first = { digest: true, kinds: [{ kind: KIND, inApp: true, email: false }] };
  expect(await audited()).toEqual([first]);
  await save({ kinds: [], digest: true });
  await save({ kinds: [{ kind: KIND, inApp: true }] });
  expect(await audited()).toEqual([first]);
  await save({ kinds: [{ kind: KIND, inApp: true }], digest: false });
  expect(await audited()).toEqual([first, { digest: false, kinds: [] }]);
});

test('what waits for the daily email is not in it once its kind is off', async ({ db }) => {
  const school = await openVerbs(db);
  const { as, services } = school;
  await savePreferences(services, as('free'), { kinds: [], digest: true });
  await tell(school, 'off');
  await tell(school, 'on', 'tier-changed');
  await savePreferences(services, as('free'), choose(false));
  expect(await sendDigests(services)).toBe(1);
  expect((await waiting(db)).map(titlesOf)).toEqual([['on']]);
});

test('a waiting email of a kind that is off by now does not leave', async ({ db }) => {
  const school = await openVerbs(db);
  const { as, services } = school;
  await tell(school, 'one');
  const [mail] = await waiting(db);
  if (!mail) throw new Error('no email waits');
  expect(await isMailWanted(services, mail)).toBe(true);
  await savePreferences(services, as('free'), choose(false));
  expect(await isMailWanted(services, mail)).toBe(false);
  await savePreferences(services, as('free'), choose(true));
  expect(await isMailWanted(services, mail)).toBe(true);
  const token = (mail.props as { unsubscribe: string }).unsubscribe.split('/').at(-1) ?? '';
  await unsubscribe(services, as('visitor'), { token });
  expect(await isMailWanted(services, mail)).toBe(false);
});

/** What an administrator chose in the notification settings. */
async function turn(
  { services }: Verbs,
  value: { master?: boolean; subscriptions?: boolean },
): Promise<void> {
  await services.db.pool.query(
    `insert into site_settings (name, value) values ('notifications', $1)
     on conflict (name) do update set value = excluded.value`,
    [JSON.stringify(value)],
  );
  services.settings.forget();
}

test('a waiting email does not leave while the school has its emails switched off', async ({ db }) => {
  const school = await openVerbs(db);
  await tell(school, 'tier', 'tier-changed');
  await tell(school, 'certificate');
  const mails = await waiting(db);
  const wanted = async () => {
    const answers = [];
    for (const mail of mails) answers.push(await isMailWanted(school.services, mail));
    return answers;
  };
  expect(await wanted()).toEqual([true, true]);
  await turn(school, { subscriptions: false });
  expect(await wanted()).toEqual([false, true]);
  await turn(school, { master: false });
  expect(await wanted()).toEqual([false, false]);
});

test('a daily email holds nothing that the school has switched off by now, also one that waits', async ({
  db,
}) => {
  const school = await openVerbs(db);
  const { as, services } = school;
  await savePreferences(services, as('free'), { kinds: [], digest: true });
  await tell(school, 'tier', 'tier-changed');
  await tell(school, 'on');
  await turn(school, { subscriptions: false });
  expect(await sendDigests(services)).toBe(1);
  const [mail] = await waiting(db);
  if (!mail) throw new Error('no email waits');
  expect(titlesOf(mail)).toEqual(['on']);
  expect(await isMailWanted(services, mail)).toBe(true);
  await turn(school, { master: false });
  expect(await isMailWanted(services, mail)).toBe(false);
  school.wait(1);
  expect(await sendDigests(services)).toBe(0);
  await turn(school, { master: true });
  school.wait(2 * DAY);
  expect(await sendDigests(services)).toBe(0);
});

test('a waiting daily email is written again without the kind that is off by now', async ({ db }) => {
  const school = await openVerbs(db);
  const { as, services } = school;
  await savePreferences(services, as('free'), { kinds: [], digest: true });
  await tell(school, 'off');
  await tell(school, 'on', 'tier-changed');
  await sendDigests(services);
  const [mail] = await waiting(db);
  if (!mail) throw new Error('no email waits');
  expect(await isMailWanted(services, mail)).toBe(true);
  await savePreferences(services, as('free'), choose(false));
  expect(await isMailWanted(services, mail)).toBe(false);
  school.wait(1);
  expect(await sendDigests(services)).toBe(1);
  expect((await waiting(db)).map(titlesOf).at(-1)).toEqual(['on']);
});

test('what is left of a waiting daily email comes once, also when daily emails are off by now', async ({
  db,
}) => {
  const school = await openVerbs(db);
  const { as, services } = school;
  const save = (input: Changes) => savePreferences(services, as('free'), input);
  await save({ kinds: [{ kind: 'tier-changed', inApp: false }], digest: true });
  await tell(school, 'off');
  await tell(school, 'on', 'tier-changed');
  await sendDigests(services);
  const [mail] = await waiting(db);
  if (!mail) throw new Error('no email waits');
  await save({ ...choose(false), digest: false });
  expect(await isMailWanted(services, mail)).toBe(false);
  school.wait(1);
  expect(await sendDigests(services)).toBe(1);
  expect((await waiting(db)).map(titlesOf).at(-1)).toEqual(['on']);
  await save({ kinds: [], digest: true });
  school.wait(2 * DAY);
  expect(await sendDigests(services)).toBe(0);
});

test('what waits for the daily email is not kept for later when daily emails are turned off', async ({
  db,
}) => {
  const school = await openVerbs(db);
  const { as, services } = school;
  const save = (digest: boolean) => savePreferences(services, as('free'), { kinds: [], digest });
  await save(true);
  await tell(school, 'before');
  await save(false);
  expect(await sendDigests(services)).toBe(0);
  await save(true);
  school.wait(2 * DAY);
  expect(await sendDigests(services)).toBe(0);
});

test('a daily email takes all that waits: the newest are named, the others counted and in the inbox', async ({
  db,
}) => {
  const school = await openVerbs(db);
  const { as, services, wait } = school;
  await savePreferences(services, as('free'), {
    kinds: [{ kind: KIND, inApp: false, email: true }],
    digest: true,
  });
  const numbers = Array.from({ length: 40 }, (_, index) => index + 1);
  for (const day of [1, 2, 3]) {
    for (const number of numbers) {
      await tell(school, `${day}/${number}`);
      wait(1);
    }
    expect(await sendDigests(services)).toBe(1);
    wait(DAY);
  }
  expect(await sendDigests(services)).toBe(0);
  const mails = (await waiting(db)).map((mail) => ({ titles: titlesOf(mail), more: moreOf(mail) }));
  const newestFirst = numbers.toReversed();
  expect(mails).toEqual(
    [1, 2, 3].map((day) => ({
      titles: newestFirst.slice(0, 30).map((number) => `${day}/${number}`),
      more: 10,
    })),
  );
  const first = await listNotifications(services, as('free'), {});
  const rest = await listNotifications(services, as('free'), { after: first.next ?? '' });
  expect([...first.items, ...rest.items].map(({ props }) => props.title)).toEqual(
    [3, 2, 1].flatMap((day) => newestFirst.slice(30).map((number) => `${day}/${number}`)),
  );
});

test('a flood of one kind keeps nothing else out of a daily email; what is about the account is first', async ({
  db,
}) => {
  const school = await openVerbs(db);
  const { as, services } = school;
  await savePreferences(services, as('free'), { kinds: [], digest: true });
  await tell(school, 'the plan', 'tier-changed');
  await tell(school, 'the grade', 'exam-marked');
  for (let number = 1; number <= 40; number += 1) {
    school.wait(1);
    await tell(school, `flood ${number}`);
  }
  await sendDigests(services);
  const [mail] = await waiting(db);
  const titles = mail ? titlesOf(mail) : [];
  expect([titles[0], titles[1], titles.at(-1)]).toEqual(['the plan', 'flood 40', 'the grade']);
  expect([titles.length, mail && moreOf(mail)]).toEqual([30, 12]);
});

test('a daily email that has to be written again comes once more only, whoever ends meanwhile', async ({
  db,
}) => {
  const school = await openVerbs(db);
  const { as, services } = school;
  await savePreferences(services, as('free'), { kinds: [], digest: true });
  await tell(school, 'off');
  await tell(school, 'on', 'tier-changed');
  await sendDigests(services);
  const [mail] = await waiting(db);
  if (!mail) throw new Error('no email waits');
  await savePreferences(services, as('free'), choose(false));
  expect(await isMailWanted(services, mail)).toBe(false);
  // The process ends before it drops the mail; the new one leaves, and another process takes the old one.
  school.wait(1);
  expect(await sendDigests(services)).toBe(1);
  expect(await isMailWanted(services, mail)).toBe(false);
  school.wait(1);
  expect(await sendDigests(services)).toBe(0);
});
