import { expect, vi } from 'vitest';
import type { Db } from '#server/db/client';
import { openSchool } from '#tests/attack/kit/school';
import { test } from '#tests/kit/database';
import { failureOf } from '#tests/kit/verbs';
import { getHealth } from '../health/get-health.ts';
import { askForBackup } from './ask-for-backup.ts';
import { carryOutBackup } from './carry-out-backup.ts';

/** The school of the tests begins at noon. */
async function openBackups(db: Db, variables: Record<string, string> = {}) {
  const { people, services, wait } = await openSchool(db, {}, { BACKUP_AT: '03:00', ...variables });
  const viewer = people.get('admin');
  const basic = people.get('basic');
  if (!viewer || !basic) throw new Error('nobody is there');
  const admin = { viewer, ipAddress: '', userAgent: '', requestId: '' };
  const make = vi.fn(async (_config: unknown, _signal: AbortSignal) => undefined);
  const ending = new AbortController();
  return {
    admin,
    basic: { ...admin, viewer: basic },
    ending,
    make,
    services,
    wait,
    minute: () => carryOutBackup(services, ending.signal, make),
    backups: async () => (await getHealth(services, admin)).backups,
    problems: async () =>
      (await getHealth(services, admin)).problems.map(({ detail, kind }) => [kind, detail]),
  };
}

test('a backup is made once a day, and one that was missed is made up for', async ({ ownDb }) => {
  const { backups, make, minute, services, wait } = await openBackups(ownDb);
  await minute();
  await minute();
  expect(make).toHaveBeenCalledTimes(1);
  expect(await backups()).toMatchObject({ state: 'idle', failure: null, isEncrypted: false });
  const nextAt = new Date((await backups())?.nextAt ?? 0);
  wait((nextAt.getTime() - services.clock.now().getTime()) / 1000 - 1);
  await minute();
  expect(make).toHaveBeenCalledTimes(1);
  wait(1);
  await minute();
  expect(make).toHaveBeenCalledTimes(2);
  // Nobody was there for three days: one backup, not three.
  wait(3 * 24 * 3600);
  await minute();
  await minute();
  expect(make).toHaveBeenCalledTimes(3);
});

test('one that failed is tried again, is a problem until it works, and is given up until the next day', async ({
  ownDb,
}) => {
  const { backups, make, minute, problems, wait } = await openBackups(ownDb);
  make.mockRejectedValue(new Error('The disk is full.'));
  await expect(minute()).rejects.toThrow('The disk is full.');
  expect(await problems()).toEqual([['backup-failed', 'The disk is full.']]);
  expect(await backups()).toMatchObject({ state: 'retrying', failure: { error: 'The disk is full.' } });
  await minute();
  expect(make).toHaveBeenCalledTimes(1);
  for (const minutes of [5, 15, 60]) {
    wait(minutes * 60);
    await expect(minute()).rejects.toThrow('The disk is full.');
  }
  expect(await backups()).toMatchObject({ state: 'idle', failure: { retryAt: null } });
  wait(3600);
  await minute();
  expect(make).toHaveBeenCalledTimes(4);
  make.mockResolvedValue(undefined);
  wait(24 * 3600);
  await minute();
  expect(await backups()).toMatchObject({ state: 'idle', failure: null });
  expect(await problems()).toEqual([]);
});

test('an administrator asks for a backup; asked twice, there is one, and each asking is in the audit log', async ({
  ownDb,
}) => {
  const { admin, backups, make, minute, services } = await openBackups(ownDb);
  await minute();
  await Promise.all([askForBackup(services, admin), askForBackup(services, admin)]);
  expect(await backups()).toMatchObject({ state: 'waiting' });
  await minute();
  await minute();
  expect(make).toHaveBeenCalledTimes(2);
  const { rows } = await ownDb.pool.query("select actor_kind from audit_log where action = 'backup.request'");
  expect(rows).toEqual(Array(2).fill({ actor_kind: 'admin' }));
});

test('asked for after a failure, it is tried at once', async ({ ownDb }) => {
  const { admin, make, minute, services, wait } = await openBackups(ownDb);
  make.mockRejectedValueOnce(new Error('The bucket is away.'));
  await expect(minute()).rejects.toThrow('The bucket is away.');
  wait(1);
  await askForBackup(services, admin);
  await minute();
  expect(make).toHaveBeenCalledTimes(2);
});

test('a process that stops leaves the backup to another, which makes it at once', async ({ ownDb }) => {
  const { backups, ending, make, minute, services } = await openBackups(ownDb);
  make.mockImplementationOnce(async () => {
    ending.abort();
    throw new Error('The server stopped.');
  });
  await minute();
  expect(await backups()).toMatchObject({ state: 'waiting', failure: null });
  await carryOutBackup(services, new AbortController().signal, make);
  expect(make).toHaveBeenCalledTimes(2);
  expect(await backups()).toMatchObject({ state: 'idle', failure: null });
});

test('one whose process was killed counts as failed and is tried again', async ({ ownDb }) => {
  const { backups, make, minute, services, wait } = await openBackups(ownDb);
  await minute();
  await ownDb.pool.query('update backup_jobs set started_at = $1, ended_at = null', [services.clock.now()]);
  expect(await backups()).toMatchObject({ state: 'running' });
  await minute();
  expect(await backups()).toMatchObject({
    state: 'retrying',
    failure: { error: 'The process that made it ended.' },
  });
  wait(5 * 60);
  await minute();
  expect(make).toHaveBeenCalledTimes(2);
});

test('after a clock that was days ahead is set right, backups go on the same day', async ({ ownDb }) => {
  const { backups, make, minute, wait } = await openBackups(ownDb);
  const days = 24 * 3600;
  wait(5 * days);
  await minute();
  make.mockRejectedValue(new Error('The disk is full.'));
  wait(days);
  await expect(minute()).rejects.toThrow('The disk is full.');
  wait(-6 * days);
  make.mockClear().mockResolvedValue(undefined);
  // The one that failed waited for a time that is days away; one of today comes after it.
  await minute();
  await minute();
  await minute();
  expect(make).toHaveBeenCalledTimes(2);
  expect(await backups()).toMatchObject({ state: 'idle', failure: null });
});

test('without settings nothing is backed up, and asking says so; nobody else may ask', async ({ ownDb }) => {
  const { admin, backups, basic, make, minute, services } = await openBackups(ownDb, { BACKUP_AT: 'off' });
  await minute();
  expect(make).not.toHaveBeenCalled();
  expect(await backups()).toBeNull();
  expect(await failureOf(askForBackup(services, admin))).toBe('BACKUPS_OFF');
  expect(await failureOf(askForBackup(services, basic))).toBe('ADMINISTRATOR_REQUIRED');
});

test('with a folder and no time, only who asks gets a backup, and no key is shown', async ({ ownDb }) => {
  const { admin, backups, make, minute, services } = await openBackups(ownDb, {
    BACKUP_AT: 'off',
    BACKUP_TO: 's3://KEY:SECRET@store.example/school/lectern',
    LECTERN_BACKUP_PASSPHRASE: 'five random words are enough',
  });
  await minute();
  expect(make).not.toHaveBeenCalled();
  expect(await backups()).toEqual({
    place: 's3://school/lectern/',
    isEncrypted: true,
    nextAt: null,
    state: 'idle',
    failure: null,
  });
  await askForBackup(services, admin);
  await minute();
  expect(make).toHaveBeenCalledTimes(1);
});
