import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished } from 'vitest';
import { deliverNotices } from '#server/areas/notifications/deliver-notices';
import { followCategory } from '#server/areas/notifications/follow-category';
import { listNotifications } from '#server/areas/notifications/list-notifications';
import { makeCategory } from '#tests/kit/courses';
import { test } from '#tests/kit/database';
import { openVerbs } from '#tests/kit/verbs';
import { changeStatus } from '../publishing/change-status.ts';
import { exportCourse } from './export-course.ts';
import { importCourse } from './import-course.ts';

const COURSE = `title: Small
description: Everything small.
level: beginner
subscription_level: free
categories: [Databases]
tags: []
outcomes: []
`;

function scratch(): string {
  const path = mkdtempSync(join(tmpdir(), 'lectern-status-'));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

function folder(more: string): string {
  const path = join(scratch(), 'small');
  mkdirSync(path);
  writeFileSync(join(path, 'course.yaml'), `${COURSE}${more}`);
  return path;
}

test('a folder says where its course stands; without a word it is published, and stays as it is', async ({
  db,
}) => {
  const verbs = await openVerbs(db);
  const { as, services } = verbs;
  const category = await makeCategory(verbs);
  await followCategory(services, as('free'), { id: category, followed: true });
  const load = (more: string) => importCourse(services, as('admin'), folder(more), { force: true });
  const standing = async () => {
    const { rows } = await db.pool.query(
      `select state, keeps_access, publish_at from courses where slug = 'small'`,
    );
    return rows[0];
  };
  const reported = async () => {
    await deliverNotices(services);
    return (await listNotifications(services, as('free'), {})).items.length;
  };
  await load('status: draft\n');
  expect(await standing()).toMatchObject({ state: 'draft' });
  expect(await reported()).toBe(0);
  expect((await load('')).outcome).toBe('unchanged');
  expect(await standing()).toMatchObject({ state: 'draft' });
  expect((await load('status: published\n')).outcome).toBe('updated');
  expect(await reported()).toBe(1);
  await load('status: archived\nkeeps_access: false\n');
  expect(await standing()).toMatchObject({ state: 'archived', keeps_access: false });
  for (const [more, fault] of [
    ['status: scheduled\n', 'publish_at'],
    ['publish_at: "2099-01-01T00:00:00Z"\n', 'publish_at'],
    ['status: secret\n', 'status'],
  ] as const)
    await expect(load(more)).rejects.toThrow(fault);
});

test('every status comes back from its own export, byte for byte; what is due is published', async ({
  db,
}) => {
  const { as, services, wait } = await openVerbs(db);
  const admin = as('admin');
  const publishAt = new Date(services.clock.now().getTime() + 3_600_000).toISOString();
  for (const more of [
    '',
    'status: draft\n',
    'status: unlisted\n',
    'status: archived\n',
    'status: archived\nkeeps_access: false\n',
    `status: scheduled\npublish_at: ${publishAt}\n`,
  ]) {
    await importCourse(services, admin, folder(more));
    const out = scratch();
    await exportCourse(services, admin, { slug: 'small', directory: out });
    const file = () => readFileSync(join(out, 'small', 'course.yaml'), 'utf8');
    expect(file()).toContain(more);
    expect(file().includes('status')).toBe(more !== '');
    expect((await importCourse(services, admin, join(out, 'small'))).outcome).toBe('unchanged');
    if (more.includes('scheduled')) {
      wait(3601);
      await importCourse(services, admin, join(out, 'small'), { force: true });
      const { rows } = await db.pool.query(`select state from courses where slug = 'small'`);
      expect(rows).toEqual([{ state: 'published' }]);
    }
    await services.db.kysely.deleteFrom('courses').where('slug', '=', 'small').execute();
  }
});

test('a status that was changed here is named as a difference', async ({ db }) => {
  const { as, services } = await openVerbs(db);
  const path = folder('status: draft\n');
  await importCourse(services, as('admin'), path);
  const { id } = await db.kysely.selectFrom('courses').select('id').executeTakeFirstOrThrow();
  await changeStatus(services, as('admin'), { id, from: 'draft', to: 'published' });
  const report = await importCourse(services, as('admin'), path);
  expect(report).toMatchObject({ outcome: 'drifted', drift: ['status'] });
});
