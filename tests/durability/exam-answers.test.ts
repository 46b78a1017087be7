import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { expect } from 'vitest';
import { MAX_VERSIONS } from '#server/areas/exams/attempts/old-answers-sql';
import { findRunning } from '#server/db/embedded/find-running';
import {
  type Acknowledged,
  type Answered,
  answerOn,
  type Candidate,
  signInCandidates,
} from './candidates.ts';
import { postmasterPid, test } from './engines.ts';
import { startSchool } from './school-server.ts';

const ROUNDS = process.env.PROVE ? 50 : 2;
const CANDIDATES = process.env.PROVE ? 200 : 20;
const WITHIN_MS = 60_000;
const EXAM = {
  intro: '',
  passMark: 50,
  settings: { wait: 0 },
  questions: [{ id: 'q', kind: 'text', prompt: '?', points: 1, explanation: '', answers: ['x'] }],
};

async function onDatabase<Result>(
  dataDir: string,
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const client = new pg.Client((await findRunning(dataDir)) ?? {});
  client.on('error', () => undefined);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** A school with an exam that so many candidates study; answers the id of its section and their cookies. */
async function prepare(dataDir: string) {
  return onDatabase(dataDir, async (client) => {
    const { rows } = await client.query(
      `with made as (insert into courses (title, description, slug, thumbnail, subscription_level)
         values ('Proof', 'P', 'proof', '/p.svg', 'free') returning id)
       insert into course_content (course_id, key, title, section_type, exam, sort_order)
         select id, 'final', 'Final', 'exam', $1::jsonb, 1 from made returning id`,
      [JSON.stringify(EXAM)],
    );
    return { sectionId: String(rows[0].id), cookies: await signInCandidates(client, dataDir, CANDIDATES) };
  });
}

/**
 * Lets the time of some of the open attempts end within the next second. They are held before the clock is read: a time
 * that ended before an answer that was taken already would be no deadline of this product.
 */
async function endSome(dataDir: string): Promise<void> {
  await onDatabase(dataDir, (client) =>
    client.query(
      `with held as materialized (select id from exam_attempts
         where submitted_at is null and deadline_at is null and random() < 0.2 order by id for update)
       update exam_attempts a set deadline_at = clock_timestamp() + random() * interval '1 s'
       from held where a.id = held.id`,
    ),
  );
}

/**
 * How many acknowledged answers are gone though they had to stay. Of an attempt the newest versions of an answer are kept; an
 * answer that nobody acknowledged, because the server was killed, may be as new.
 */
async function countLost(client: pg.Client, acknowledged: readonly Acknowledged[]): Promise<number> {
  const { rows } = await client.query<Acknowledged>(
    'select attempt_id as attempt, writer, seq from exam_answers',
  );
  const nameOf = ({ seq, writer }: Acknowledged) => `${writer} ${seq}`;
  const kept = Map.groupBy(rows, ({ attempt }) => attempt);
  let lost = 0;
  for (const [attempt, given] of Map.groupBy(acknowledged, (answer) => answer.attempt)) {
    const here = new Set(kept.get(attempt)?.map(nameOf));
    for (const answer of given) {
      // What is left after the older ones were taken out is newer.
      if (!here.delete(nameOf(answer)) && here.size < MAX_VERSIONS) lost += 1;
    }
  }
  return lost;
}

/** What must not be, counted in the database. */
async function wrongs(dataDir: string, acknowledged: readonly Acknowledged[]) {
  return onDatabase(dataDir, async (client) => {
    const count = async (statement: string) => Number((await client.query(statement)).rows[0].count);
    return {
      lost: await countLost(client, acknowledged),
      open: await count(
        'select count(*) from (select 1 from exam_attempts where submitted_at is null group by user_id having count(*) > 1) d',
      ),
      gaps: await count(
        'select count(*) from (select 1 from exam_attempts group by user_id having max(number) <> count(*)) d',
      ),
      late: await count(
        `select count(*) from exam_answers w join exam_attempts a on a.id = w.attempt_id
         where w.received_at > a.deadline_at or w.received_at > a.submitted_at`,
      ),
      results: await count(
        `select count(*) from exam_attempts a where submitted_at is not null and 1 <> (select count(*) from audit_log l
           where l.action = 'exam.submit' and l.entity_id = a.id::text)`,
      ),
      ended: await count('select count(*) from exam_attempts where submitted_at is not null'),
    };
  });
}

test(
  `${CANDIDATES} candidates while server and database are killed in turn, ${ROUNDS} times: no answer lost, doubled or late`,
  async ({ dataDir }) => {
    const first = startSchool(dataDir);
    await first.serves();
    const { cookies, sectionId } = await prepare(dataDir);
    await first.kill('SIGTERM');
    const candidates = cookies.map((cookie): Candidate => ({ cookie }));
    const answered: Answered = { acknowledged: [], late: 0 };
    for (let round = 1; round <= ROUNDS; round += 1) {
      const school = startSchool(dataDir);
      await school.serves();
      const answering = candidates.map((candidate) => answerOn(school, { candidate, sectionId }, answered));
      const enough = answered.acknowledged.length + CANDIDATES;
      for (const deadline = Date.now() + WITHIN_MS; answered.acknowledged.length < enough; await wait(5))
        if (Date.now() > deadline) throw new Error(`nothing is acknowledged any more: ${school.output()}`);
      await endSome(dataDir);
      await wait(Math.random() * 1500);
      const database = round % 2 === 0 ? postmasterPid(dataDir) : null;
      if (database) process.kill(database, 'SIGKILL');
      await school.kill('SIGKILL');
      await Promise.all(answering);
    }
    const last = startSchool(dataDir);
    await last.serves();
    const { ended, ...found } = await wrongs(dataDir, answered.acknowledged);
    await last.kill('SIGTERM');
    expect(found).toEqual({ lost: 0, open: 0, gaps: 0, late: 0, results: 0 });
    // The proof is about something: answers were taken, attempts ended, and some answers came too late.
    expect([answered.acknowledged.length > 0, ended > 0, answered.late > 0]).toEqual([true, true, true]);
  },
  120_000 + ROUNDS * 40_000,
);
