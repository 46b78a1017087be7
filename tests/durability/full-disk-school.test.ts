import { randomUUID } from 'node:crypto';
import { chmodSync, chownSync, existsSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { expect, vi } from 'vitest';
import { findRunning } from '#server/db/embedded/find-running';
import { insertCourse } from '../integration/machines/own-database.ts';
import { signInCandidates } from './candidates.ts';
import { test as base, CAN_MOUNT, remount, untilBallast } from './disks.ts';
import { isRoot, ORDINARY } from './engines.ts';
import { message, type School, signInHead, startSchool } from './school-server.ts';

const test = base.extend<{ open: (dataDir: string, options?: Parameters<typeof startSchool>[1]) => School }>({
  open: async ({ scratch: _ }, use) => {
    const schools: School[] = [];
    await use((dataDir, options) => {
      const school = startSchool(dataDir, options);
      schools.push(school);
      return school;
    });
    for (const school of schools) await school.kill('SIGTERM');
  },
});

async function send(school: School, text: string): Promise<[number, string | undefined]> {
  const { body, headers, status } = await school.ask('POST', '/api/contact', message(text));
  if (status === 503) expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
  return [status, body.code];
}

async function messagesOf(school: School): Promise<string[]> {
  const { body } = await school.ask<{ items: { message: string }[] }>('GET', '/api/admin/messages');
  return body.items.map((item) => item.message).sort();
}

/** A learner who answers in an exam and reads on: each time both, and what was kept of it last. */
async function openLearner(school: School, dataDir: string) {
  const client = new pg.Client((await findRunning(dataDir)) ?? {});
  await client.connect();
  const { courseId, sectionId } = await insertCourse(client, 'disk');
  const lesson = await client.query<{ id: string }>(
    `insert into course_content (course_id, key, title, content, content_html, section_type, minutes, sort_order)
     values ($1, 'read', 'Read', 'Text', '<p>Text</p>', 'lesson', 10, 2) returning id`,
    [courseId],
  );
  const [cookie = ''] = await signInCandidates(client, dataDir, 1);
  await client.end();
  const ask = <Body>(method: string, path: string, body?: unknown) =>
    school.ask<Body & { code?: string }>(method, path, body, cookie);
  const lessonId = lesson.rows[0]?.id ?? '';
  const started = await ask<{ id: string }>('POST', `/api/exams/${sectionId}/attempts`);
  const writer = randomUUID();
  const kept = { answer: '', reached: 0 };
  let seq = 0;
  return {
    kept,
    /** What came of both. */
    async write(): Promise<readonly (number | string)[]> {
      seq += 1;
      const given = { writer, seq, question: 'q', answer: `x${seq}` };
      const answered = await ask('PUT', `/api/exam-attempts/${started.body.id}/answers`, given);
      if (answered.status === 200) kept.answer = given.answer;
      const reached = seq / 1000;
      const form = { reached, position: reached, at: new Date().toISOString() };
      const read = await ask('PUT', `/api/learning/sections/${lessonId}`, form);
      if (read.status === 200) kept.reached = reached;
      return [answered, read].map(({ body, status }) => body.code ?? status);
    },
    /** What the school has. */
    async read() {
      const client = new pg.Client((await findRunning(dataDir)) ?? {});
      await client.connect();
      const { rows } = await client.query(
        `select (select answer #>> '{}' from exam_answers where writer = $1 order by seq desc limit 1) as answer,
           (select reached::float8 from section_progress where section_id = $2) as reached`,
        [writer, lessonId],
      );
      await client.end();
      return rows[0];
    },
  };
}

/** How soon changes are taken again once there is room. */
const RECOVERY_MS = 5000;
const READS = ['/api/plans', '/api/courses', '/api/faq', '/api/admin/messages', '/readyz'];

async function expectReads(school: School): Promise<void> {
  for (const path of READS) expect([path, (await school.ask('GET', path)).status]).toEqual([path, 200]);
}

test('on a full disk a school is read as ever, refuses changes by name, and takes them again when there is room', async ({
  open,
  small,
}) => {
  const dataDir = join(small.folder, 'data');
  const school = open(dataDir, { env: small.env });
  await signInHead(school, dataDir);
  const kept: string[] = [];
  const sends = async (text: string) => {
    const [status, code] = await send(school, text);
    if (status === 201) kept.push(text);
    return code ?? status;
  };
  const learner = await openLearner(school, dataDir);
  expect(await learner.write()).toEqual([200, 200]);
  await untilBallast(dataDir);
  small.fill(20);
  let number = 0;
  const until = (expected: number | string, timeout = 10_000) =>
    vi.waitFor(async () => expect(await sends(String(++number))).toBe(expected), { timeout, interval: 200 });
  await until('DISK_FULL');
  expect(await learner.write()).toEqual(['DISK_FULL', 'DISK_FULL']);
  await expectReads(school);
  small.empty();
  await until(201, RECOVERY_MS);
  const { answer, reached } = learner.kept;
  expect(await learner.read()).toEqual({ answer, reached: expect.closeTo(reached, 3) });
  expect(await learner.write()).toEqual([200, 200]);
  expect(await learner.read()).toEqual({
    answer: learner.kept.answer,
    reached: expect.closeTo(learner.kept.reached, 3),
  });
  expect(kept.length).toBeGreaterThan(0);
  expect(kept.length).toBeLessThan(number);
  expect(await messagesOf(school)).toEqual(kept.sort());
}, 180_000);

test('a start on a full disk says what to do, and on a nearly full one the school is read', async ({
  open,
  small,
}) => {
  const dataDir = join(small.folder, 'data');
  const options = { env: small.env };
  const first = open(dataDir, options);
  await signInHead(first, dataDir);
  await send(first, 'kept');
  await first.kill('SIGTERM');
  // The room that is kept for a full disk was given up already; with it the school would be read.
  rmSync(join(dataDir, 'postgres', 'ballast'), { force: true });
  small.fill(10);
  const full = open(dataDir, options);
  expect(await full.ended).toBe(1);
  expect(full.output()).toMatch(
    /The disk with the data folder .*data is full: only \d+ MB free\. Nothing was changed\. Free up at least 256 MB/,
  );
  small.empty();
  small.fill(150);
  const again = open(dataDir, options);
  expect(await messagesOf(again)).toEqual(['kept']);
  expect(await send(again, 'refused')).toEqual([503, 'DISK_FULL']);
  await expectReads(again);
}, 180_000);

test.runIf(CAN_MOUNT)(
  'a start on a read-only disk says what to do, and nothing is damaged',
  async ({ disk, open }) => {
    const dataDir = join(disk, 'data');
    const first = open(dataDir);
    await signInHead(first, dataDir);
    await send(first, 'kept');
    await first.kill('SIGTERM');
    remount(disk, 'ro');
    const readOnly = open(dataDir);
    expect(await readOnly.ended).toBe(1);
    expect(readOnly.output()).toMatch(
      /Lectern can't write to its data folder .*read-only.*Make it writable, or set DATA_DIR to another folder\./,
    );
    remount(disk, 'rw');
    expect(await messagesOf(open(dataDir))).toEqual(['kept']);
  },
  180_000,
);

test('a start in a folder that may not be written to says what to do, and nothing is damaged', async ({
  open,
  scratch,
}) => {
  // Root may write everywhere.
  const user = isRoot ? ORDINARY : undefined;
  const home = join(scratch, 'home');
  mkdirSync(home, { mode: 0o700 });
  if (user) chownSync(home, user.uid, user.gid);
  const dataDir = join(home, 'data');
  const options = { ...user, env: { HOME: home, TMPDIR: home } };
  const first = open(dataDir, options);
  await signInHead(first, dataDir);
  await send(first, 'kept');
  await first.kill('SIGTERM');
  chmodSync(dataDir, 0o500);
  const refused = open(dataDir, options);
  expect(await refused.ended).toBe(1);
  expect(refused.output()).toMatch(/Lectern can't write to its data folder .*EACCES.*Make it writable/);
  expect(existsSync(join(dataDir, 'postgres', '18', 'postmaster.pid'))).toBe(false);
  chmodSync(dataDir, 0o700);
  expect(await messagesOf(open(dataDir, options))).toEqual(['kept']);
}, 180_000);
