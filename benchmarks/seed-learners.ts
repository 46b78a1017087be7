import type pg from 'pg';
import { DEFAULT_SETTINGS } from '#domain/exams/exam-settings';
import { choiceId } from '#domain/exams/kinds/choice-id';

/** Questions of the exam that is handed in. */
export const QUESTIONS = 40;
/** Sections of a course that a learner has done: of four courses, twenty rows of progress. */
const DONE_SECTIONS = 5;
/** At the first one everybody has a result, four are handed in, at the last one answers are saved. */
const EXAMS = 6;

const ids = Array.from({ length: QUESTIONS }, (_, index) => `q-${index + 1}`);
const EXAM = JSON.stringify({
  intro: '',
  passMark: 60,
  settings: DEFAULT_SETTINGS,
  draws: [],
  questions: ids.map((id, index) => ({
    id,
    kind: 'single',
    prompt: `Question ${index + 1}`,
    points: 1,
    explanation: 'Why',
    options: ['one', 'two', 'three', 'four'].map((text, at) => ({ text, correct: at === 0 })),
  })),
});
const RESULT = JSON.stringify({
  points: 30,
  maxPoints: QUESTIONS,
  percent: 75,
  passed: true,
  waiting: [],
  questions: ids.map((id) => ({ id, points: 0.75, maxPoints: 1 })),
});

/** The courses that are learnt from, and one whose sections are exams; the rest of what follows is drawn from them. */
export async function seedExams(client: pg.Client): Promise<void> {
  await client.query(
    `with made as (insert into courses (title, description, slug, thumbnail, subscription_level)
       values ('Learners', 'L', 'learners-bench', '/covers/sql-from-scratch.svg', 'free') returning id)
     insert into course_content (course_id, key, title, section_type, exam, sort_order)
     select id, 'exam-' || n, 'Exam ' || n, 'exam', $1::jsonb, n + 1 from made, generate_series(0, $2::int - 1) n`,
    [EXAM, EXAMS],
  );
  await client.query(
    `insert into exam_versions (section_id, fingerprint, exam, html)
     select s.id, 'bench', s.exam, '{}' from course_content s join courses c on c.id = s.course_id where c.slug = 'learners-bench'`,
  );
  await client.query(
    `create temp table bench_exams as select s.id, s.course_id, v.id as version_id, s.sort_order - 1 as place
     from course_content s join courses c on c.id = s.course_id join exam_versions v on v.section_id = s.id where c.slug = 'learners-bench'`,
  );
  await client.query(
    `create temp table bench_courses as select id, (row_number() over (order by slug) - 1)::int as place from courses c
     where kind = 'course' and subscription_level = 'free' and slug <> 'learners-bench'
       and (select count(*) from course_content s where s.course_id = c.id and s.counts) > ${DONE_SECTIONS}
     order by slug limit 50`,
  );
  await client.query(
    `create temp table bench_sections as select s.id, s.course_id, (row_number() over (partition by s.course_id order by s.sort_order) - 1)::int as place
     from course_content s join bench_courses c on c.id = s.course_id where s.counts`,
  );
  await client.query('create temp table bench_learners (n integer primary key, id uuid not null)');
}

/**
 * Adds learners up to `total`: each studies five courses, has twenty rows of progress and one finished exam, every tenth
 * one with its answers. Takes about a minute for 100,000.
 */
export async function seedLearners(client: pg.Client, total: number): Promise<void> {
  const { rows } = await client.query('select count(*)::int as count from bench_learners');
  const before = [rows[0].count];
  await client.query(
    `with made as (
       insert into users (name, email, email_verified, created_at)
       select 'Learner ' || n, 'learner-' || n || '@school.test', true, now() - n * interval '1 minute'
       from generate_series($1::int + 1, $2::int) n returning id, email)
     insert into bench_learners (n, id) select substring(email from '\\d+')::int, id from made`,
    [...before, total],
  );
  // What follows names only what is there: checking every key would take five times as long.
  await client.query('set session_replication_role = replica');
  await client.query(
    `insert into enrolments (user_id, course_id, learner_name, enrolled_at, last_used_at)
     select l.id, c.id, 'learner ' || l.n, now() - interval '90 days', now() - (l.n % 5000) * interval '10 minutes'
     from bench_learners l cross join generate_series(0, 3) k
     join bench_courses c on c.place = (l.n * 7 + k * 11) % (select count(*)::int from bench_courses) where l.n > $1
     union all
     select l.id, c.id, 'learner ' || l.n, now() - interval '90 days', now() - interval '60 days'
     from bench_learners l, courses c where l.n > $1 and c.slug = 'learners-bench'`,
    before,
  );
  await client.query(
    `insert into section_progress (user_id, section_id, course_id, reached, position, position_at, done_at)
     select e.user_id, s.id, e.course_id, 1, 0.5, now() - interval '1 day', now() - interval '1 day'
     from bench_learners l join enrolments e on e.user_id = l.id join bench_sections s on s.course_id = e.course_id
     where l.n > $1 and s.place < ${DONE_SECTIONS}`,
    before,
  );
  await client.query(
    `insert into exam_attempts (user_id, section_id, version_id, number, started_at, submitted_at, ended_by, passed, result)
     select l.id, x.id, x.version_id, 1, now() - interval '2 hours', now() - interval '1 hour', 'candidate', true, $2::jsonb
     from bench_learners l, bench_exams x where l.n > $1 and x.place = 0`,
    [...before, RESULT],
  );
  await answerAll(client, before[0] ?? 0);
  await client.query('set session_replication_role = default');
  await client.query('select keep_counts_anew()');
  await client.query('vacuum analyze');
  await client.query('checkpoint');
}

async function answerAll(client: pg.Client, before: number): Promise<void> {
  await client.query(
    `insert into exam_answers (attempt_id, writer, seq, question, answer, received_at, given_at)
     select a.id, a.id, q, 'q-' || q, '"one"', now() - interval '1 hour', now() - interval '1 hour'
     from bench_learners l join exam_attempts a on a.user_id = l.id, generate_series(1, ${QUESTIONS}) q
     where l.n > $1 and l.n % 10 = 0`,
    [before],
  );
}

export interface Caller {
  readonly userId: string;
  readonly token: string;
  /** A section of a course that this person studies and has not done. */
  readonly sectionId: string;
  /** The attempt at which answers are saved. */
  readonly saving: string;
  /** The attempts that are handed in. */
  readonly submitted: readonly string[];
}

/** So many of the learners, evenly among all, signed in and at their exams; half of them answer everything right. */
export async function signInLearners(client: pg.Client, total: number, count: number): Promise<Caller[]> {
  const chosen = [Math.floor(total / count), count];
  await client.query(
    `insert into sessions (user_id, token, expires_at) select id, encode(sha256(convert_to('bench-token-of-learner-' || n, 'UTF8')), 'hex'), now() + interval '1 day'
     from bench_learners where n % $1 = 0 and n / $1 <= $2 on conflict do nothing`,
    chosen,
  );
  await client.query(
    `insert into exam_attempts (user_id, section_id, version_id, number, started_at)
     select l.id, x.id, x.version_id, 1, now() from bench_learners l, bench_exams x
     where l.n % $1 = 0 and l.n / $1 <= $2 and x.place > 0 on conflict do nothing`,
    chosen,
  );
  await client.query(
    `insert into exam_answers (attempt_id, writer, seq, question, answer, received_at, given_at)
     select a.id, a.id, q, 'q-' || q, to_jsonb(case when l.n / $1 % 2 = 0 then ($3::text[])[q] else 'x' end), now(), now()
     from bench_learners l join exam_attempts a on a.user_id = l.id join bench_exams x on x.id = a.section_id,
       generate_series(1, ${QUESTIONS}) q
     where l.n % $1 = 0 and l.n / $1 <= $2 and x.place between 1 and ${EXAMS - 2} on conflict do nothing`,
    [...chosen, ids.map((id) => choiceId(id, 'one'))],
  );
  await client.query('analyze sessions, exam_attempts, exam_answers');
  const { rows } = await client.query<Caller>(
    `select l.id as "userId", 'bench-token-of-learner-' || l.n as token,
       (select b.id from enrolments e join bench_sections b on b.course_id = e.course_id
        where e.user_id = l.id and b.place >= ${DONE_SECTIONS} order by b.place, b.id limit 1) as "sectionId",
       (select a.id from exam_attempts a join bench_exams x on x.id = a.section_id
        where a.user_id = l.id and x.place = ${EXAMS - 1}) as saving,
       array(select a.id::text from exam_attempts a join bench_exams x on x.id = a.section_id
        where a.user_id = l.id and x.place between 1 and ${EXAMS - 2} order by x.place) as submitted
     from bench_learners l where l.n % $1 = 0 and l.n / $1 <= $2 order by l.n`,
    chosen,
  );
  return rows;
}

/** Takes back what was handed in, so that it can be handed in again. */
export async function reopenExams(client: pg.Client): Promise<void> {
  const submitted = `(select id from bench_exams where place between 1 and ${EXAMS - 2})`;
  await client.query(
    `update exam_attempts set submitted_at = null, ended_by = null, passed = null, waiting = false, result = null
     where section_id in ${submitted} and submitted_at is not null`,
  );
  await client.query(`delete from section_progress where section_id in ${submitted}`);
}
