import { mkdtempSync, rmSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { expect, onTestFinished } from 'vitest';
import { LAB_LIMITS } from '#domain/labs/lab-spec';
import { signedIn } from '#server/areas/accounts/sessions/signed-in';
import type { Db } from '#server/db/client';
import { insertContent } from '#tests/attack/content/content';
import { test } from '#tests/kit/database';
import { failureOf, openVerbs } from '#tests/kit/verbs';
import { exportAccount } from './export-account.ts';
import { requestExport } from './request-export.ts';
import { spoolTables } from './spool-tables.ts';

/** A database that notes how many characters of each answer are in memory. */
function watchAnswers(db: Db): { watched: Db; sizes: number[] } {
  const sizes: number[] = [];
  const connect = async () => {
    const client = await db.pool.connect();
    const query = async (...given: Parameters<typeof client.query>) => {
      const result = (await client.query(...given)) as unknown as { rows: unknown[] };
      sizes.push(JSON.stringify(result.rows).length);
      return result;
    };
    return { query, release: () => client.release() };
  };
  return { sizes, watched: { ...db, pool: Object.assign(Object.create(db.pool), { connect }) } };
}

test('of long submissions, answers and notes only some are in memory at a time, and none is read twice', async ({
  db,
}) => {
  const { as } = await openVerbs(db);
  const { courses } = await insertContent(db);
  const { userId } = signedIn(as('free'));
  const [section] = courses.free.sections;
  await db.pool.query(
    `insert into lab_runs (user_id, section_id, spec_version, files, state, queued_at)
     select $1, $2, 1, json_build_object('main.py', repeat('x', $3::int)), 'done', now() - n * interval '1 minute'
     from generate_series(1, 45) n`,
    [userId, section?.id, LAB_LIMITS.bytes],
  );
  const folder = mkdtempSync(join(tmpdir(), 'lectern-own-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const { sizes, watched } = watchAnswers(db);
  const files = await spoolTables(watched, userId, folder);
  expect(Math.max(...sizes)).toBeLessThan(11 * LAB_LIMITS.bytes);
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(46 * LAB_LIMITS.bytes);
  const json = files.find(({ name }) => name === 'lab-submissions.json');
  const text = json && 'path' in json ? await readFile(json.path, 'utf8') : '';
  const runs: { files: Record<string, string>; queued_at: string }[] = JSON.parse(text);
  expect(new Set(runs.map(({ queued_at }) => queued_at)).size).toBe(45);
  expect(runs.every(({ files }) => files['main.py']?.length === LAB_LIMITS.bytes)).toBe(true);
});

test('one copy of a member is downloaded at a time; who broke it off or has it may have another', async ({
  ownDb,
}) => {
  const { as, services } = await openVerbs(ownDb);
  const take = (who: 'free' | 'basic') => exportAccount(services, as(who), { resHeaders: new Headers() });
  const ask = () => failureOf(requestExport(services, as('free')));
  const first = await take('free');
  expect(await failureOf(take('free'))).toBe('EXPORT_RUNNING');
  expect(await ask()).toBe('EXPORT_RUNNING');
  await (await take('basic')).cancel();
  expect(await ask()).toBe('EXPORT_RUNNING');
  await buffer(first as never);
  await expect.poll(ask, { timeout: 20_000 }).toEqual({ done: true });
  await (await take('free')).cancel();
  await expect.poll(ask, { timeout: 20_000 }).toEqual({ done: true });
  const broken = { ...services, db: { ...ownDb, transaction: () => Promise.reject(new Error('away')) } };
  const failed = exportAccount(broken, as('free'), { resHeaders: new Headers() });
  await expect(failed).rejects.toThrow('away');
  expect(await ask()).toEqual({ done: true });
});
