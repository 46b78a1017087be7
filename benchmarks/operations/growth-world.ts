import type pg from 'pg';
import { seedCourses } from '../seed-courses.ts';
import { seedHistory } from '../seed-history.ts';
import { seedExams, seedLearners, signInLearners } from '../seed-learners.ts';

const COURSES = 50;
const THINGS_PER_LEARNER = 3;
/** A tenth of so many as there are learners, at least so many, were sent emails for years. */
const FEW = 10;
/** However many wrote, only the newest messages wait. */
const OPEN_MESSAGES = 50;

/** What stands in the paths of routes: "/admin/users/{id}" begins like the first key that fits. */
export type PathValues = readonly (readonly [prefix: string, values: Readonly<Record<string, string>>])[];

/** A school of so many learners, with what they wrote and what was sent to them; all else is of one size. */
export async function seedGrowth(client: pg.Client, learners: number): Promise<{ token: string }> {
  await seedCourses(client, COURSES);
  await seedExams(client);
  await seedLearners(client, learners);
  await seedHistory(client, learners * THINGS_PER_LEARNER, Math.max(FEW, learners / 10));
  await client.query('set session_replication_role = replica');
  await client.query(
    `insert into comments (course_id, author_id, body, body_html, created_at)
     select c.id, l.id, 'Word ' || l.n, '<p>Word</p>', now() - l.n * interval '1 minute'
     from bench_learners l join bench_courses c on c.place = l.n % (select count(*)::int from bench_courses)`,
  );
  await client.query(
    `insert into course_reviews (course_id, author_id, rating, body, created_at)
     select c.id, l.id, 1 + l.n % 5, 'Good ' || l.n, now() - l.n * interval '1 minute'
     from bench_learners l join bench_courses c on c.place = l.n % (select count(*)::int from bench_courses)`,
  );
  await client.query(
    `insert into contact_messages (name, email, message, created_at, answered_at)
     select 'Learner ' || n, 'learner-' || n || '@school.test', 'Question ' || n, now() - n * interval '1 minute',
       case when n > ${OPEN_MESSAGES} then now() end
     from bench_learners`,
  );
  await client.query(
    `insert into section_notes (user_id, section_id, course_id, body)
     select e.user_id, s.id, s.course_id, 'A note'
     from bench_learners l join enrolments e on e.user_id = l.id join bench_sections s on s.course_id = e.course_id
     where s.place = 0`,
  );
  await client.query(
    `insert into certificates (user_id, kind, course_id, holder_name, title, course_title, proof, achieved_at, issued_at)
     select l.id, 'course', c.id, 'Learner ' || l.n, c.title, c.title, '{"sections": 5, "exams": []}', now(), now()
     from bench_learners l join bench_courses b on b.place = l.n % (select count(*)::int from bench_courses)
     join courses c on c.id = b.id`,
  );
  await client.query('set session_replication_role = default');
  await client.query('vacuum analyze');
  const [caller] = await signInLearners(client, learners, 1);
  return { token: caller?.token ?? '' };
}

/** What the routes are asked with: somebody in the middle of the school, and a course that many study. */
export async function pathValues(client: pg.Client, token: string): Promise<PathValues> {
  const one = async (text: string, values: readonly string[] = []) =>
    String(Object.values((await client.query(text, [...values])).rows[0] ?? {})[0] ?? 'none');
  const userId = await one(`select id from bench_learners where 'bench-token-of-learner-' || n = $1`, [
    token,
  ]);
  const courseId = await one(
    'select c.id from bench_courses c join enrolments e on e.course_id = c.id where e.user_id = $1 order by c.place limit 1',
    [userId],
  );
  const slug = await one('select slug from courses where id = $1', [courseId]);
  const key = await one('select key from course_content where course_id = $1 order by sort_order limit 1', [
    courseId,
  ]);
  const exam = await one('select id from bench_exams where place = 0');
  const attempt = await one(
    'select id from exam_attempts where user_id = $1 and submitted_at is null limit 1',
    [userId],
  );
  const graded = await one(
    'select id from exam_attempts where user_id = $1 and submitted_at is not null limit 1',
    [userId],
  );
  const comment = await one('select id from comments where course_id = $1 order by created_at limit 1', [
    courseId,
  ]);
  const lab = await one("select id from course_content where section_type = 'lab' order by id limit 1");
  const post = await one(
    "select id from courses where kind = 'post' and subscription_level = 'free' limit 1",
  );
  return [
    ['/admin/users/', { id: userId, userId }],
    ['/admin/billing/users/', { id: userId }],
    ['/users/', { id: userId }],
    ['/admin/audit/', { id: await one('select id from audit_log order by id limit 1') }],
    ['/admin/courses/', { id: courseId, courseId, version: '1' }],
    ['/admin/exams/', { sectionId: exam }],
    ['/admin/exam-attempts/', { id: graded }],
    ['/exam-attempts/', { id: attempt }],
    ['/certificates/', { id: await one('select id from certificates where user_id = $1', [userId]) }],
    ['/comments/', { courseId }],
    ['/comment/', { id: comment }],
    ['/reviews/', { courseId }],
    ['/learning/', { courseId, key }],
    ['/courses/{slug}/exams/', { slug: 'learners-bench', key: 'exam-0' }],
    ['/courses/', { slug, key }],
    ['/labs/', { id: lab }],
    ['/admin/labs/', { id: lab }],
    ['/admin/posts/', { id: post }],
    ['/posts/', { id: post }],
    ['/admin/plans/', { id: await one("select id from subscription_plans where tier = 'basic' limit 1") }],
    ['/admin/banks/', { id: await one('select id from question_banks order by id limit 1') }],
    ['/admin/bank-tags/', { slug: await one('select slug from question_banks order by id limit 1') }],
    ['/admin/bank-questions/', { id: await one('select id from bank_questions order by id limit 1') }],
    ['/admin/pages/', { name: 'terms', version: '1' }],
    ['/pages/', { name: 'terms' }],
    ['/credentials/status/', { list: '1' }],
  ];
}
