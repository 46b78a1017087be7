import { expect } from 'vitest';
import { systemCaller } from '#server/db/audit';
import { insertBackupRun } from '#server/db/backup/backup-runs-sql';
import type { Db } from '#server/db/client';
import { endLease, takeLease } from '#server/jobs/chore-lease';
import { test } from '#tests/kit/database';
import { failureOf, openVerbs } from '#tests/kit/verbs';
import { getHealth } from './get-health.ts';
import { loadHealthState } from './load-health-state.ts';
import { processReporter } from './process-reporter.ts';
import type { ProcessIdentity } from './process-sql.ts';
import { runChore } from './run-chore.ts';

const HOLDER = '00000000-0000-4000-8000-000000000001';
const identity: ProcessIdentity = {
  id: '00000000-0000-4000-8000-000000000002',
  kind: 'server',
  host: 'machine-1',
  pid: 4711,
  version: '1.2.3',
  node: '24.0.0',
  startedAt: new Date('2026-11-20T11:00:00Z'),
};

async function run(db: Db, name: string, error: string | null): Promise<boolean> {
  if (!(await takeLease(db, { name, holder: HOLDER, everyMs: 60_000 }))) return false;
  await endLease(db, { name, holder: HOLDER, error });
  return true;
}

/** As if the last round of a chore was long ago. */
const later = ({ pool }: Db, seconds: number) =>
  pool.query('update chore_runs set last_started_at = last_started_at - make_interval(secs => $1)', [
    seconds,
  ]);

test('a school where all is well has no problem, and everything can be looked at', async ({ ownDb: db }) => {
  const { as, services } = await openVerbs(db);
  const reporter = processReporter(services, identity, { look: async () => [] });
  await reporter.report();
  await run(db, 'purge trash', null);
  const health = await getHealth(services, as('admin'));
  expect(health.problems).toEqual([]);
  expect(health.processes).toMatchObject([
    { kind: 'server', host: 'machine-1', pid: 4711, version: '1.2.3', node: '24.0.0', isSilent: false },
  ]);
  expect(health.processes[0]?.memoryBytes).toBeGreaterThan(1e6);
  expect(health.chores).toMatchObject([{ name: 'purge trash', failures: 0, error: null, isRunning: false }]);
  expect(health.database.version).toMatch(/^\d+/);
  expect(health.database.migration).toMatch(/^\d{4}-.+\.sql$/);
  expect(health.database.tables.length).toBeGreaterThan(5);
  expect(health).toMatchObject({ backup: null, hasAlerts: false, queues: { payments: null } });
  await reporter.leave();
  expect((await getHealth(services, as('admin'))).processes).toEqual([]);
});

test('what a process lacks is a problem of its machine; one that fell silent is one, too', async ({
  ownDb: db,
}) => {
  const { as, services } = await openVerbs(db);
  const faults = [{ code: 'disk-low' as const, detail: '900 MB free' }];
  const reporter = processReporter(services, identity, { look: async () => faults });
  await reporter.report();
  const problems = async () => (await getHealth(services, as('admin'))).problems;
  expect(await problems()).toEqual([{ kind: 'disk-low', subject: 'machine-1', detail: '900 MB free' }]);
  await db.pool.query("update server_processes set seen_at = now() - interval '3 minutes'");
  expect(await problems()).toEqual([{ kind: 'process-silent', subject: 'machine-1', detail: '3' }]);
  // Another version may say something that we don't understand.
  await db.pool.query(`update server_processes set facts = '{"faults": "unknown"}'`);
  expect(await problems()).toEqual([]);
  await reporter.leave();
});

test('a chore that fails three times in a row is a problem until it succeeds', async ({ db }) => {
  const { as, services } = await openVerbs(db);
  const problems = async () => (await getHealth(services, as('admin'))).problems;
  for (const expected of [0, 0, 1]) {
    expect(await run(db, 'purge trash', 'no room')).toBe(true);
    await later(db, 60);
    expect(await problems()).toHaveLength(expected);
  }
  expect(await problems()).toEqual([{ kind: 'chore-failing', subject: 'purge trash', detail: 'no room' }]);
  await run(db, 'purge trash', null);
  expect(await problems()).toEqual([]);
});

test('a chore that an administrator asks for is due at once, and once', async ({ ownDb: db }) => {
  const { as, services } = await openVerbs(db);
  expect(await run(db, 'purge trash', 'no room')).toBe(true);
  expect(await run(db, 'purge trash', null)).toBe(false);
  await runChore(services, as('admin'), { name: 'purge trash' });
  await runChore(services, as('admin'), { name: 'purge trash' });
  expect((await getHealth(services, as('admin'))).chores).toMatchObject([{ isAsked: true, failures: 1 }]);
  expect(await run(db, 'purge trash', null)).toBe(true);
  expect(await run(db, 'purge trash', null)).toBe(false);
  const { chores } = await getHealth(services, as('admin'));
  expect(chores).toMatchObject([{ isAsked: false, failures: 0, error: null }]);
  const audits = await db.kysely
    .selectFrom('audit_log')
    .select('after')
    .where('action', '=', 'health.run-chore')
    .execute();
  expect(audits).toEqual(Array(2).fill({ after: { name: 'purge trash' } }));
});

test('a chore that nobody knows cannot be asked for', async ({ db }) => {
  const { as, services } = await openVerbs(db);
  expect(await failureOf(runChore(services, as('admin'), { name: 'make coffee' }))).toBe('CHORE_NOT_FOUND');
});

test('the last backup is shown, and a school that is old enough misses one', async ({ db }) => {
  const { as, services } = await openVerbs(db);
  await db.pool.query("update profiles set created_at = now() - interval '30 days'");
  expect((await getHealth(services, as('admin'))).problems).toMatchObject([{ kind: 'backup-missing' }]);
  const file = '/backups/one.backup';
  const made = { bytes: 12_345, isEncrypted: true, version: '1.2.3' };
  const note = (finishedAt: Date, seconds: number) =>
    insertBackupRun(db, systemCaller, {
      ...made,
      file,
      finishedAt,
      startedAt: new Date(finishedAt.getTime() - seconds * 1000),
    });
  const dayAgo = (days: number) => new Date(Date.now() - days * 24 * 3_600_000 - 60_000);
  await note(dayAgo(9), 60);
  expect((await getHealth(services, as('admin'))).problems).toEqual([
    { kind: 'backup-old', subject: '', detail: '9' },
  ]);
  const finishedAt = dayAgo(1);
  await note(finishedAt, 95);
  const { backup, problems } = await getHealth(services, as('admin'));
  expect([backup, problems]).toEqual([{ ...made, seconds: 95, finishedAt: finishedAt.toISOString() }, []]);
});

test('a backup that a clock far ahead has dated is not the last one, and nothing is reported as negative', async ({
  ownDb: db,
}) => {
  const { as, services } = await openVerbs(db);
  await db.pool.query("update profiles set created_at = now() - interval '30 days'");
  const note = (days: number) =>
    insertBackupRun(db, systemCaller, {
      bytes: 1,
      isEncrypted: true,
      version: '1.2.3',
      file: '/backups/one.backup',
      startedAt: null,
      finishedAt: new Date(Date.now() + days * 24 * 3_600_000 - 60_000),
    });
  await note(60);
  expect((await getHealth(services, as('admin'))).problems).toMatchObject([{ kind: 'backup-missing' }]);
  await note(-9);
  const { backup, problems } = await getHealth(services, as('admin'));
  expect(problems).toMatchObject([{ kind: 'backup-old', detail: '9' }]);
  expect(new Date(backup?.finishedAt ?? 0).getTime()).toBeLessThan(Date.now());
  // More than a year ahead: the one before is not of long ago for that.
  await note(400);
  expect((await getHealth(services, as('admin'))).problems).toEqual(problems);
  await run(db, 'purge trash', null);
  await later(db, -3600);
  expect((await loadHealthState(services)).state.chores).toMatchObject([{ startedSecondsAgo: 0 }]);
});

test('only administrators see it or run a chore', async ({ db }) => {
  const { as, services } = await openVerbs(db);
  expect(await failureOf(getHealth(services, as('premium')))).toBe('ADMINISTRATOR_REQUIRED');
  const asked = runChore(services, as('premium'), { name: 'purge trash' });
  expect(await failureOf(asked)).toBe('ADMINISTRATOR_REQUIRED');
});
