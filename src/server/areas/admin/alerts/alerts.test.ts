import { createHmac } from 'node:crypto';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished } from 'vitest';
import { type AlertSettings, alertForm } from '#contract/administration/alert-settings';
import { OVER_AFTER_MS, RAISE_AFTER_MS } from '#domain/health/alerts';
import { saveSetting } from '#server/areas/settings/save-setting';
import type { Db } from '#server/db/client';
import { resetFutureTimes } from '#server/jobs/reset-future-times';
import type { Services } from '#server/services';
import { test } from '#tests/kit/database';
import { failureOf, openVerbs } from '#tests/kit/verbs';
import { getAlertSecret } from './get-alert-secret.ts';
import { testAlert } from './test-alert.ts';
import { watchHealth } from './watch-health.ts';

const HOLDER = '00000000-0000-4000-8000-000000000001';

/** Somebody who takes alerts, and answers with a status. */
async function receiver() {
  const state = { status: 200, got: [] as { headers: IncomingHttpHeaders; body: string }[] };
  const server = createServer(async (request, reply) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part);
    state.got.push({ headers: request.headers, body: Buffer.concat(parts).toString() });
    reply.writeHead(state.status).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return { state, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/alerts` };
}

async function open(db: Db, settings: Partial<AlertSettings>) {
  const verbs = await openVerbs(db);
  const value = { ...alertForm.parse({}), ...settings };
  await saveSetting(verbs.services, verbs.as('admin'), {
    name: 'alerts',
    form: alertForm,
    version: 0,
    value,
  });
  return verbs;
}

/** Makes a chore fail for good, or well again. */
async function setFailures(db: Db, name: string, failures: number): Promise<void> {
  await db.pool.query(
    `insert into chore_runs (name, holder, leased_until, last_started_at, last_finished_at, last_error, failures, every_seconds)
     values ($1, $2, now(), now(), now(), 'no room', $3, 60) on conflict (name) do update set failures = excluded.failures`,
    [name, HOLDER, failures],
  );
}

const mails = ({ kysely }: Db) =>
  kysely.selectFrom('mail_outbox').select(['recipient', 'props']).orderBy('event_key').execute();
const events = async (db: Db) =>
  (await mails(db)).map(({ props }) => (props as { event: string }).event).sort();

/** Looks again after a while, as often as the chore does. */
async function watchFor(
  { services, wait }: { services: Services; wait: (seconds: number) => void },
  ms: number,
) {
  for (let passed = 0; passed <= ms; passed += 60_000) {
    await watchHealth(services);
    wait(60);
  }
}

test('a problem that lasts is told once, by mail and webhook, and once that it is over', async ({ db }) => {
  const { state, url } = await receiver();
  const verbs = await open(db, { emails: ['ops@school.test', 'head@school.test'], webhookUrl: url });
  await setFailures(db, 'purge trash', 3);
  await watchHealth(verbs.services);
  expect([await mails(db), state.got]).toEqual([[], []]);
  await watchFor(verbs, RAISE_AFTER_MS);
  await watchFor(verbs, 30 * 60_000);
  const reported = await mails(db);
  expect(reported.map(({ recipient }) => recipient)).toEqual(['head@school.test', 'ops@school.test']);
  expect(reported[0]?.props).toMatchObject({
    event: 'raised',
    kind: 'chore-failing',
    subject: 'purge trash',
  });
  expect(state.got).toHaveLength(1);
  await setFailures(db, 'purge trash', 0);
  await watchFor(verbs, OVER_AFTER_MS + 60_000);
  await watchFor(verbs, OVER_AFTER_MS);
  expect(await events(db)).toEqual(['over', 'over', 'raised', 'raised']);
  expect(state.got.map(({ body }) => JSON.parse(body).type)).toEqual(['alert.raised', 'alert.over']);
});

test('what is posted says what to do, and is signed', async ({ db }) => {
  const { state, url } = await receiver();
  const verbs = await open(db, { webhookUrl: url });
  await setFailures(db, 'purge trash', 3);
  await watchFor(verbs, RAISE_AFTER_MS);
  const [{ body, headers } = { body: '', headers: {} }] = state.got;
  expect(JSON.parse(body)).toMatchObject({
    kind: 'chore-failing',
    subject: 'purge trash',
    text: expect.stringMatching(/“purge trash” keeps failing: no room.*run it now/),
    link: 'http://localhost:3000/admin/system',
  });
  const { secret } = await getAlertSecret(verbs.services, verbs.as('admin'));
  const [, seconds, signature] =
    /^t=(\d+),v1=([\da-f]{64})$/.exec(String(headers['x-alert-signature'])) ?? [];
  const expected = createHmac('sha256', secret ?? '')
    .update(`${seconds}.${body}`)
    .digest('hex');
  expect(signature).toBe(expected);
});

test('a webhook that is away is tried again, and given up in the end', async ({ db }) => {
  const { state, url } = await receiver();
  const verbs = await open(db, { webhookUrl: url });
  state.status = 500;
  await setFailures(db, 'purge trash', 3);
  await watchFor(verbs, RAISE_AFTER_MS + 4 * 3_600_000);
  expect(state.got).toHaveLength(6);
  const [post] = await db.kysely.selectFrom('alert_posts').selectAll().execute();
  expect(post).toMatchObject({ attempts: 6, posted_at: null, last_error: 'HTTP 500' });
  expect(post?.failed_at).not.toBeNull();
});

test('that a problem is over is posted after it was told, also where the webhook was away until then', async ({
  db,
}) => {
  const { state, url } = await receiver();
  const verbs = await open(db, { webhookUrl: url });
  await setFailures(db, 'purge trash', 3);
  state.status = 503;
  await watchFor(verbs, RAISE_AFTER_MS + 5 * 60_000);
  await setFailures(db, 'purge trash', 0);
  await watchFor(verbs, OVER_AFTER_MS);
  const refused = state.got.splice(0).map(({ body }) => JSON.parse(body).type);
  expect(new Set(refused)).toEqual(new Set(['alert.raised']));
  state.status = 200;
  await watchFor(verbs, 60 * 60_000);
  expect(state.got.map(({ body }) => JSON.parse(body).type)).toEqual(['alert.raised', 'alert.over']);
});

test('no more than the limit leaves in an hour, and the rest later', async ({ db }) => {
  const verbs = await open(db, { emails: ['ops@school.test'], perHour: 2 });
  for (const name of ['a', 'b', 'c', 'd', 'e']) await setFailures(db, name, 3);
  await watchFor(verbs, 50 * 60_000);
  expect(await events(db)).toHaveLength(2);
  await watchFor(verbs, 60 * 60_000);
  expect(await events(db)).toHaveLength(4);
});

test('what was seen while the clock was a day ahead is reported once it is set right', async ({ db }) => {
  const verbs = await open(db, { emails: ['ops@school.test'] });
  await setFailures(db, 'purge trash', 3);
  const day = 24 * 60 * 60;
  verbs.wait(day);
  await watchHealth(verbs.services);
  verbs.wait(-day);
  await resetFutureTimes(verbs.services);
  await watchFor(verbs, RAISE_AFTER_MS);
  expect(await events(db)).toEqual(['raised']);
});

test('many processes that look at one moment tell it once', async ({ ownDb }) => {
  const verbs = await open(ownDb, { emails: ['ops@school.test'] });
  await setFailures(ownDb, 'purge trash', 3);
  const look = () => Promise.all([1, 2, 3, 4].map(() => watchHealth(verbs.services)));
  await look();
  verbs.wait(RAISE_AFTER_MS / 1000);
  await look();
  expect(await events(ownDb)).toEqual(['raised']);
});

test('a short fault wakes nobody', async ({ db }) => {
  const verbs = await open(db, { emails: ['ops@school.test'] });
  await setFailures(db, 'purge trash', 3);
  await watchHealth(verbs.services);
  verbs.wait(60);
  await setFailures(db, 'purge trash', 0);
  await watchFor(verbs, 30 * 60_000);
  expect(await mails(db)).toEqual([]);
  const open_ = await db.kysely.selectFrom('health_alerts').select('ended_at').execute();
  expect(open_.map(({ ended_at }) => ended_at === null)).toEqual([false]);
});

test('a test reaches whom the settings name, and says what the webhook answered', async ({ db }) => {
  const { state, url } = await receiver();
  const { as, services } = await open(db, { emails: ['ops@school.test'], webhookUrl: url });
  expect(await testAlert(services, as('admin'))).toEqual({
    emails: 1,
    webhook: { isDelivered: true, detail: 'HTTP 200' },
  });
  expect(JSON.parse(state.got[0]?.body ?? '')).toMatchObject({ type: 'alert.test' });
  expect(await events(db)).toEqual(['test']);
  state.status = 404;
  expect((await testAlert(services, as('admin'))).webhook).toEqual({
    isDelivered: false,
    detail: 'HTTP 404',
  });
});

test('with nobody to tell nothing leaves', async ({ db }) => {
  const verbs = await open(db, {});
  await setFailures(db, 'purge trash', 3);
  await watchFor(verbs, RAISE_AFTER_MS);
  expect(await mails(db)).toEqual([]);
  expect(await testAlert(verbs.services, verbs.as('admin'))).toEqual({ emails: 0, webhook: null });
  expect(await getAlertSecret(verbs.services, verbs.as('admin'))).toEqual({ secret: null });
});

test('only administrators send a test or see the secret', async ({ db }) => {
  const { as, services } = await openVerbs(db);
  for (const work of [testAlert, getAlertSecret])
    expect(await failureOf(work(services, as('premium')))).toBe('ADMINISTRATOR_REQUIRED');
});
