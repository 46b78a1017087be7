import { type CompiledQuery, sql } from 'kysely';
import { expect } from 'vitest';
import { isMailWanted } from '#server/areas/notifications/is-mail-wanted';
import type { Db } from '#server/db/client';
import { isMarketingWanted } from '#server/db/mail/marketing';
import { test } from '#tests/kit/database';
import { failureOf, openVerbs } from '#tests/kit/verbs';
import { isAddressOpen } from './is-address-open.ts';
import { listSuppressions } from './list-suppressions.ts';
import { receiveMailReports } from './receive-mail-reports.ts';
import { removeSuppression } from './remove-suppression.ts';
import { upsertSuppression } from './suppression-sql.ts';

const bounce = (email: string, reason = '550 no such mailbox') => ({ type: 'bounce', email, reason });
const complaint = (email: string) => ({ type: 'complaint', email });
const NOTHING = { name: '', subject: '', text: '', html: '', link: '', unsubscribe: '' };
const audits = ({ kysely }: Db, action: string) =>
  kysely.selectFrom('audit_log').select('after').where('action', '=', action).orderBy('id').execute();

test('an address that bounced gets no more notices and bulk mail, and what its owner waits for', async ({
  db,
}) => {
  const { services } = await openVerbs(db);
  expect(await receiveMailReports(services, { events: [bounce('Basic@School.test')] })).toBe(true);
  const open = (template: Parameters<typeof isAddressOpen>[1]['template']) =>
    isAddressOpen(services, { recipient: 'basic@school.test', template });
  for (const template of ['announcement', 'digest', 'course-published', 'comment-reply'] as const)
    expect([template, await open(template)]).toEqual([template, false]);
  for (const template of [
    'reset-password',
    'sign-in-code',
    'new-device',
    'billing-receipt',
    'payment-alarm',
  ] as const)
    expect([template, await open(template)]).toEqual([template, true]);
  expect(await isAddressOpen(services, { recipient: 'free@school.test', template: 'digest' })).toBe(true);
});

test('a report finds its account by the index of addresses', async ({ ownDb }) => {
  const { services } = await openVerbs(ownDb);
  const plan = await ownDb.transaction(async (trx) => {
    await trx.executeQuery(sql`set local enable_seqscan = off`.compile(trx));
    const asked: CompiledQuery[] = [];
    const watched = trx.withPlugin({
      transformQuery: ({ node, queryId }) => {
        asked.push(trx.getExecutor().compileQuery(node, queryId));
        return node;
      },
      transformResult: async ({ result }) => result,
    });
    const report = { address: 'nobody@school.test', reason: 'bounce', detail: '' } as const;
    await upsertSuppression(watched as typeof trx, report, services.clock.now());
    const [query] = asked;
    if (!query) throw new Error('nothing was asked');
    const { rows } = await trx.executeQuery({ ...query, sql: `explain ${query.sql}` });
    return JSON.stringify(rows);
  });
  expect(plan).toContain('Index Cond: (email = ');
});

test('announcements are not even written to it; one that an administrator retries is tried after a bounce', async ({
  db,
}) => {
  const { services } = await openVerbs(db);
  await db.pool.query(
    `insert into site_settings (name, value) values ('notifications', '{"marketing": true}')`,
  );
  services.settings.forget();
  await db.pool.query(
    "insert into marketing_consents (user_id, given_at) select id, now() from users where email = 'basic@school.test'",
  );
  expect(await isMarketingWanted(db.kysely, 'basic@school.test')).toBe(true);
  const retried = { event_key: 'a', recipient: 'basic@school.test', props: NOTHING, retried: true } as const;
  const isRetriedWanted = () => isMailWanted(services, { ...retried, template: 'announcement' });
  for (const [event, again] of [
    [bounce('basic@school.test'), true],
    [complaint('basic@school.test'), false],
  ] as const) {
    await receiveMailReports(services, { events: [event] });
    expect(await isMarketingWanted(db.kysely, 'basic@school.test')).toBe(false);
    expect(await isRetriedWanted()).toBe(again);
  }
});

test('a report that comes again changes nothing; a complaint outranks a bounce', async ({ db }) => {
  const { as, services } = await openVerbs(db);
  const report = (event: object) => receiveMailReports(services, { events: [event] });
  await report(bounce('basic@school.test'));
  await report(bounce('basic@school.test', 'another reason'));
  const list = async () => (await listSuppressions(services, as('admin'), {})).items;
  expect(await list()).toMatchObject([{ reason: 'bounce', detail: '550 no such mailbox' }]);
  await report(complaint('basic@school.test'));
  await report(bounce('basic@school.test'));
  expect(await list()).toMatchObject([{ address: 'basic@school.test', reason: 'complaint' }]);
  expect(await audits(db, 'mail.suppress')).toEqual([
    { after: { bounces: 1, complaints: 0 } },
    { after: { bounces: 0, complaints: 1 } },
  ]);
});

test('addresses that were never mailed are passed over; those of invited strangers are not', async ({
  db,
}) => {
  const { as, services } = await openVerbs(db);
  await db.pool.query(
    `insert into mail_outbox (event_key, template, recipient, props) values ('a', 'invitation', 'Guest+tag@else.test', '{}')`,
  );
  const events = [bounce('stranger@else.test'), bounce('guest@else.test'), bounce('guest+tag@else.test')];
  await receiveMailReports(services, { events });
  const { items, total } = await listSuppressions(services, as('admin'), {});
  expect([total, items.map(({ address }) => address)]).toEqual([1, ['guest+tag@else.test']]);
});

test('an administrator lets all emails through again, and only administrators see the list', async ({
  db,
}) => {
  const { as, services } = await openVerbs(db);
  await receiveMailReports(services, { events: [bounce('basic@school.test')] });
  const { items } = await listSuppressions(services, as('admin'), {});
  const id = items[0]?.id ?? '';
  expect(await failureOf(removeSuppression(services, as('premium'), { id }))).toBe('ADMINISTRATOR_REQUIRED');
  expect(await failureOf(listSuppressions(services, as('premium'), {}))).toBe('ADMINISTRATOR_REQUIRED');
  expect(await removeSuppression(services, as('admin'), { id })).toEqual({ count: 1 });
  expect(await removeSuppression(services, as('admin'), { id })).toEqual({ count: 0 });
  expect(await isAddressOpen(services, { recipient: 'basic@school.test', template: 'digest' })).toBe(true);
  expect(await audits(db, 'mail.allow')).toHaveLength(1);
});

test('the list is read a page at a time', async ({ db }) => {
  const { as, services } = await openVerbs(db);
  await db.pool.query(`insert into mail_suppressions (address, reason, detail, reported_at)
    select 'a' || n || '@school.test', 'bounce', '', now() - make_interval(mins => n) from generate_series(1, 35) n`);
  const first = await listSuppressions(services, as('admin'), {});
  const second = await listSuppressions(services, as('admin'), { after: first.next ?? '' });
  expect([first.items.length, second.items.length, second.next]).toEqual([30, 5, null]);
  expect(second.items[0]?.address).toBe('a31@school.test');
});
