import { randomUUID } from 'node:crypto';
import { Agent } from 'node:http';
import type pg from 'pg';
import { DEFAULT_SETTINGS } from '#domain/exams/exam-settings';
import { type Call, send } from './load.ts';

const QUESTIONS = 40;
const CALLERS = 16;
const ASKED = Array.from({ length: QUESTIONS }, (_, index) => ({
  ...{ id: `q-${index + 1}`, kind: 'single', prompt: `Question ${index + 1}`, points: 1, explanation: 'Why' },
  options: ['one', 'two', 'three', 'four'].map((text, at) => ({ text, correct: at === 0 })),
}));

/** Calls of members who take an exam of forty questions: saving an answer, and handing in what is answered. */
export async function examCalls(
  client: pg.Client,
  cookies: readonly string[],
  origin: string,
): Promise<{ save: (index: number) => Call; submit: (index: number) => Call; attempts: number }> {
  const exam = JSON.stringify({ intro: '', passMark: 60, settings: DEFAULT_SETTINGS, questions: ASKED });
  const { rows: sections } = await client.query<{ id: string }>(
    `with made as (insert into courses (title, description, slug, thumbnail, subscription_level)
       values ('Bench', 'B', 'exam-bench', '/b.svg', 'free') returning id)
     insert into course_content (course_id, key, title, section_type, exam, sort_order)
     select id, 'exam-' || n, 'Exam', 'exam', $1::jsonb, n from made, generate_series(1, 2) n returning id`,
    [exam],
  );
  const open = async (sectionId: string | undefined) => {
    const { rows } = await client.query<{ id: string }>(
      `with version as (insert into exam_versions (section_id, fingerprint, exam, html)
         values ($1, 'bench', $2::jsonb, '{}') returning id),
       made as (insert into exam_attempts (user_id, section_id, version_id, number, started_at)
         select u.id, $1, version.id, 1, now() from users u, version where u.name = 'Reader' returning id, user_id)
       select made.id from made join sessions s on s.user_id = made.user_id join users u on u.id = made.user_id
       order by u.created_at, u.id`,
      [sectionId, exam],
    );
    return rows.map(({ id }) => id);
  };
  await client.query(
    `insert into enrolments (user_id, course_id) select u.id, c.id from users u, courses c
     where u.name = 'Reader' and c.slug = 'exam-bench' on conflict do nothing`,
  );
  const everySaved = await open(sections[0]?.id);
  const everyHandedIn = await open(sections[1]?.id);
  await client.query(
    `insert into exam_answers (attempt_id, writer, seq, question, answer, received_at, given_at)
     select a.id, $2::uuid, n, 'q-' || n, '"x"', now(), now() from exam_attempts a, generate_series(1, $3::int) n
     where a.section_id = $1`,
    [sections[1]?.id, randomUUID(), QUESTIONS],
  );
  await client.query('analyze exam_attempts, exam_answers, enrolments');
  const { rows: owners } = await client.query<{ id: string; token: string }>(
    `select a.id, s.token from exam_attempts a join sessions s on s.user_id = a.user_id`,
  );
  const tokens = new Map(owners.map(({ id, token }) => [id, token]));
  const byToken = new Map(cookies.map((cookie) => [tokenOf(cookie), cookie]));
  const cookieOf = (attempt: string) => byToken.get(tokens.get(attempt) ?? '') ?? '';
  // Members of an earlier measurement have no cookie here.
  const saved = everySaved.filter(cookieOf);
  const handedIn = everyHandedIn.filter(cookieOf);
  const writers = saved.map(() => randomUUID());
  const headers = (attempt: string, index: number) => ({
    cookie: cookieOf(attempt),
    origin,
    'content-type': 'application/json',
    'x-forwarded-for': `10.3.${(index >> 8) & 255}.${index & 255}`,
  });
  return {
    attempts: handedIn.length,
    save: (index) => {
      const at = index % saved.length;
      const attempt = saved[at] ?? '';
      const given = {
        writer: writers[at],
        seq: index + 1,
        question: `q-${(index % QUESTIONS) + 1}`,
        answer: 'x',
      };
      return {
        path: `/api/exam-attempts/${attempt}/answers`,
        method: 'PUT',
        headers: headers(attempt, index),
        body: JSON.stringify(given),
      };
    },
    submit: (index) => {
      const attempt = handedIn[index] ?? '';
      return {
        path: `/api/exam-attempts/${attempt}/result`,
        method: 'POST',
        headers: headers(attempt, index),
        body: '{}',
      };
    },
  };
}

/** How long each call takes with sixteen callers at once, in ms: the slowest of a hundred, and the middle. */
export async function measureWaiting(
  port: number,
  call: (index: number) => Call,
  count: number,
): Promise<{ p50: number; p99: number }> {
  const agent = new Agent({ keepAlive: true, maxSockets: CALLERS });
  const times: number[] = [];
  let next = 0;
  const caller = async () => {
    for (let index = next++; index < count; index = next++) {
      const begin = performance.now();
      const reply = await send(port, call(index), agent);
      if (reply.status >= 400)
        throw new Error(`${call(index).path}: ${reply.status} ${reply.body.toString().slice(0, 200)}`);
      times.push(performance.now() - begin);
    }
  };
  await Promise.all(Array.from({ length: CALLERS }, caller));
  agent.destroy();
  times.sort((a, b) => a - b);
  const at = (part: number) => times[Math.floor(times.length * part)] ?? Number.NaN;
  return { p50: at(0.5), p99: at(0.99) };
}

/** The token within a signed cookie. */
function tokenOf(cookie: string): string {
  return decodeURIComponent(cookie.slice(cookie.indexOf('=') + 1)).split('.')[0] ?? '';
}
