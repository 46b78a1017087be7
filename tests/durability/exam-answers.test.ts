import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { expect } from 'vitest';
import { findRunning } from '#server/db/embedded/find-running';
import { postmasterPid, test } from './engines.ts';
import { type School, signInHead, startSchool } from './school-server.ts';

const ROUNDS = process.env.PROVE ? 50 : 5;
const TABS = 4;
const ANSWERS_A_ROUND = 6;
const WITHIN_MS = 30_000;
const EXAM = {
  ...{ intro: '', passMark: 50, settings: {} },
  questions: [{ id: 'q', kind: 'text', prompt: '?', points: 1, explanation: '', answers: ['x'] }],
};

async function onDatabase<Result>(
  dataDir: string,
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const client = new pg.Client(findRunning(dataDir) ?? {});
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** A school with an exam that its head studies; answers the id of its section. */
async function prepare(school: School, dataDir: string): Promise<string> {
  await signInHead(school, dataDir);
  return onDatabase(dataDir, async (client) => {
    const { rows } = await client.query(
      `with made as (insert into courses (title, description, slug, thumbnail, subscription_level)
         values ('Proof', 'P', 'proof', '/p.svg', 'free') returning id),
       joined as (insert into enrolments (user_id, course_id) select u.id, made.id from users u, made)
       insert into course_content (course_id, key, title, section_type, exam, sort_order)
         select id, 'final', 'Final', 'exam', $1::jsonb, 1 from made returning id`,
      [JSON.stringify(EXAM)],
    );
    return rows[0].id;
  });
}

/** Answers from several tabs at once, each of which starts the exam again and again, until the server is gone. */
async function answerOn(school: School, sectionId: string, acknowledged: string[]): Promise<void> {
  let isOver = false;
  void school.ended.then(() => {
    isOver = true;
  });
  const tab = async () => {
    const writer = randomUUID();
    let seq = 0;
    while (!isOver) {
      seq += 1;
      try {
        const started = await school.ask<{ id: string }>('POST', `/api/exams/${sectionId}/attempts`);
        const given = { writer, seq, question: 'q', answer: 'x' };
        const { status } = await school.ask('PUT', `/api/exam-attempts/${started.body.id}/answers`, given);
        if (status === 200) acknowledged.push(`${writer} ${seq}`);
        else await wait(50);
      } catch {
        await wait(50);
      }
    }
  };
  await Promise.all(Array.from({ length: TABS }, tab));
}

test(
  `no acknowledged answer is lost and no attempt doubled when server and database are killed in turn, ${ROUNDS} times`,
  async ({ scratch }) => {
    const dataDir = join(scratch, 'data');
    const first = startSchool(dataDir);
    await first.serves();
    const sectionId = await prepare(first, dataDir);
    await first.kill('SIGTERM');
    const acknowledged: string[] = [];
    for (let round = 1; round <= ROUNDS; round += 1) {
      const school = startSchool(dataDir);
      await school.serves();
      const answering = answerOn(school, sectionId, acknowledged);
      const enough = acknowledged.length + ANSWERS_A_ROUND;
      for (const deadline = Date.now() + WITHIN_MS; acknowledged.length < enough; await wait(5))
        if (Date.now() > deadline) throw new Error(`nothing is acknowledged any more: ${school.output()}`);
      await wait((round * 37) % 150);
      const database = round % 2 === 0 ? postmasterPid(dataDir) : null;
      if (database) process.kill(database, 'SIGKILL');
      await school.kill('SIGKILL');
      await answering;
    }
    const last = startSchool(dataDir);
    await last.serves();
    const kept = await onDatabase(dataDir, async (client) => {
      const answers = await client.query("select writer || ' ' || seq as name from exam_answers");
      const attempts = await client.query('select count(*)::int as n from exam_attempts');
      return { names: new Set(answers.rows.map(({ name }) => name)), attempts: attempts.rows[0].n };
    });
    await last.kill('SIGTERM');
    expect(acknowledged.filter((name) => !kept.names.has(name))).toEqual([]);
    expect(kept.attempts).toBe(1);
  },
  60_000 + ROUNDS * 20_000,
);
