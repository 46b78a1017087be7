import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { expect } from 'vitest';
import { findRunning } from '#server/db/embedded/find-running';
import { postmasterPid, test } from './engines.ts';
import { type School, signInHead, startSchool } from './school-server.ts';
import { type Acknowledged, makeCourse, titleOf, writeOn } from './school-writers.ts';

const ROUNDS = process.env.PROVE ? 200 : 2;
const WRITES_A_ROUND = 8;
const WITHIN_MS = 60_000;

/** A school with one course, stopped. */
async function prepare(dataDir: string): Promise<string> {
  const school = startSchool(dataDir);
  await signInHead(school, dataDir);
  const courseId = await makeCourse(school);
  await school.kill('SIGTERM');
  return courseId;
}

/** Waits until some more messages and another save were acknowledged, and then a moment that is another one in each round. */
async function whileWriting(school: School, acknowledged: Acknowledged, round: number): Promise<void> {
  const enough = acknowledged.messages.length + WRITES_A_ROUND;
  const { version } = acknowledged;
  const isEnough = () => acknowledged.messages.length >= enough && acknowledged.version > version;
  for (const deadline = Date.now() + WITHIN_MS; !isEnough(); await wait(5))
    if (Date.now() > deadline) throw new Error(`nothing is acknowledged any more: ${school.output()}`);
  await wait((round * 37) % 150);
}

/** Looks into the database itself: what was acknowledged is there, and each change with its audit row or not at all. */
async function expectKept(dataDir: string, courseId: string, acknowledged: Acknowledged): Promise<void> {
  const school = startSchool(dataDir);
  await school.serves();
  const client = new pg.Client((await findRunning(dataDir)) ?? {});
  await client.connect();
  const ask = async (text: string, values: string[] = []) => (await client.query(text, values)).rows;
  const stored = new Set((await ask('select message from contact_messages')).map((row) => row.message));
  const [course] = await ask('select title, version from courses where id = $1', [courseId]);
  const audits = await ask('select action, count(*)::int as rows from audit_log group by action');
  const [fsync] = await ask('show fsync');
  await client.end();
  await school.kill('SIGTERM');
  const audited = Object.fromEntries(audits.map(({ action, rows }) => [action, rows]));
  expect(fsync).toEqual({ fsync: 'on' });
  expect(acknowledged.messages.filter((text) => !stored.has(text))).toEqual([]);
  expect(course.version).toBeGreaterThanOrEqual(acknowledged.version);
  expect(course.title).toBe(titleOf(course.version));
  expect(audited['course.update']).toBe(course.version - 1);
  expect(audited['contact.send']).toBe(stored.size);
  expect(acknowledged.version).toBeGreaterThan(1);
}

test(
  `no acknowledged write is lost when the server is killed, ${ROUNDS} times`,
  async ({ dataDir }) => {
    const courseId = await prepare(dataDir);
    const acknowledged: Acknowledged = { messages: [], version: 1 };
    for (let round = 1; round <= ROUNDS; round += 1) {
      const school = startSchool(dataDir);
      await school.serves();
      const writing = writeOn(school, courseId, acknowledged);
      await whileWriting(school, acknowledged, round);
      await school.kill('SIGKILL');
      await writing;
    }
    await expectKept(dataDir, courseId, acknowledged);
  },
  120_000 + ROUNDS * 20_000,
);

test(
  `no acknowledged write is lost when the database server is killed, ${ROUNDS} times, and the school goes on by itself`,
  async ({ dataDir }) => {
    const courseId = await prepare(dataDir);
    const acknowledged: Acknowledged = { messages: [], version: 1 };
    const school = startSchool(dataDir);
    await school.serves();
    const writing = writeOn(school, courseId, acknowledged);
    const killed = new Set<number>();
    for (let round = 1; round <= ROUNDS; round += 1) {
      await whileWriting(school, acknowledged, round);
      killed.add(postmasterPid(dataDir));
      process.kill(postmasterPid(dataDir), 'SIGKILL');
    }
    await whileWriting(school, acknowledged, 0);
    expect(killed.size).toBe(ROUNDS);
    expect(school.child.exitCode).toBeNull();
    await school.kill('SIGKILL');
    await writing;
    await expectKept(dataDir, courseId, acknowledged);
  },
  120_000 + ROUNDS * 20_000,
);
