import type pg from 'pg';
import { DEFAULT_SETTINGS } from '#domain/exams/exam-settings';

/** Sections that are read, and exams after them. */
const LESSONS = 17;
const EXAMS = 3;

const EXAM = JSON.stringify({
  intro: '',
  passMark: 60,
  settings: DEFAULT_SETTINGS,
  draws: [],
  questions: [
    {
      id: 'q-1',
      kind: 'number',
      prompt: 'How many?',
      points: 1,
      explanation: 'Why',
      answer: 4,
      tolerance: 0,
    },
  ],
});

/**
 * A course with so many learners: each has done half of its sections and taken its exams, every third one twice. Answers
 * the id of the course.
 */
export async function seedGradebook(client: pg.Client, learners: number): Promise<string> {
  const { rows } = await client.query(
    `insert into courses (title, description, slug, thumbnail, subscription_level)
     values ('Gradebook', 'G', 'gradebook-bench', '/covers/sql-from-scratch.svg', 'free') returning id`,
  );
  const courseId: string = rows[0].id;
  await client.query(
    `insert into course_content (course_id, key, title, section_type, content, exam, sort_order)
     select $1, 's-' || n, 'Section ' || n, case when n > $2::int then 'exam' else 'lesson' end::section_type,
       'Text', case when n > $2::int then $3::jsonb end, n
     from generate_series(1, $2::int + $4::int) n`,
    [courseId, LESSONS, EXAM, EXAMS],
  );
  await client.query(
    `insert into exam_versions (section_id, fingerprint, exam, html)
     select id, 'bench', exam, '{}' from course_content where course_id = $1 and exam is not null`,
    [courseId],
  );
  await client.query(
    `insert into users (name, email, email_verified)
     select (array['Ada', 'Grace', 'Łucja', '李明', 'Zoë'])[1 + (n * 7919) % 5] || ' ' || substr(md5(n::text), 1, 8),
       'graded-' || n || '@school.test', true
     from generate_series(1, $1::int) n`,
    [learners],
  );
  // What follows names only what is there: checking every key would take five times as long.
  await client.query('set session_replication_role = replica');
  await client.query(
    `insert into enrolments (user_id, course_id, learner_name, enrolled_at)
     select id, $1, lower(name), now() - interval '90 days' from users where email like 'graded-%'`,
    [courseId],
  );
  await client.query(
    `insert into section_progress (user_id, section_id, course_id, reached, position_at, done_at)
     select e.user_id, s.id, $1, 1, now(), now() from enrolments e
     join course_content s on s.course_id = $1 and s.sort_order % 2 = 0 where e.course_id = $1`,
    [courseId],
  );
  await client.query(
    `insert into exam_attempts (user_id, section_id, version_id, number, started_at, submitted_at, ended_by, passed, result)
     select e.user_id, v.section_id, v.id, k, now(), now(), 'candidate', true,
       jsonb_build_object('points', 1, 'maxPoints', 1, 'percent', 60 + (hashtext(e.user_id::text) & 31), 'passed', true,
         'waiting', '[]'::jsonb, 'questions', '[]'::jsonb)
     from enrolments e join exam_versions v on true join course_content s on s.id = v.section_id and s.course_id = $1,
       generate_series(1, 2) k
     where e.course_id = $1 and (k = 1 or hashtext(e.user_id::text) % 3 = 0)`,
    [courseId],
  );
  await client.query('set session_replication_role = default');
  await client.query('vacuum analyze');
  return courseId;
}
