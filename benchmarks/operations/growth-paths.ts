import type pg from 'pg';
import { CONSENT, FREE_LAB } from './growth-callable.ts';

/** What stands in the paths of routes: "/admin/users/{id}" begins like the first key that fits. */
export type PathValues = readonly (readonly [prefix: string, values: Readonly<Record<string, string>>])[];

/** What the routes are asked with: somebody in the middle of the school, and a course that many study. */
export async function pathValues(client: pg.Client, token: string): Promise<PathValues> {
  const one = async (text: string, values: readonly string[] = []) =>
    String(Object.values((await client.query(text, [...values])).rows[0] ?? {})[0] ?? 'none');
  const userId = await one(
    `select user_id from sessions where token = encode(sha256(convert_to($1, 'UTF8')), 'hex')`,
    [token],
  );
  const courseId = await one(
    "select c.id from courses c join enrolments e on e.course_id = c.id where e.user_id = $1 and c.slug <> 'learners-bench' order by c.slug limit 1",
    [userId],
  );
  const slug = await one('select slug from courses where id = $1', [courseId]);
  const key = await one('select key from course_content where course_id = $1 order by sort_order limit 1', [
    courseId,
  ]);
  const exam = await one(`select s.id from course_content s join courses c on c.id = s.course_id
     where c.slug = 'learners-bench' and s.key = 'exam-0'`);
  const attempt = await one(
    'select id from exam_attempts where user_id = $1 and submitted_at is null limit 1',
    [userId],
  );
  const graded = await one(
    'select id from exam_attempts where user_id = $1 and submitted_at is not null limit 1',
    [userId],
  );
  const handedIn = await one(
    "select a.id from exam_attempts a join course_content s on s.id = a.section_id where s.key = 'handed-in'",
  );
  const comment = await one('select id from comments where course_id = $1 order by created_at limit 1', [
    courseId,
  ]);
  const lab = await one(`select section_id from (${FREE_LAB}) l`);
  const plan = await one("select id from subscription_plans where tier = 'basic' limit 1");
  const post = await one(
    "select id from courses where kind = 'post' and subscription_level = 'free' limit 1",
  );
  const runId = await one('select id from lab_runs where user_id = $1', [userId]);
  return [
    ['/admin/users/', { id: userId, userId }],
    ['/admin/billing/users/', { id: userId, hash: CONSENT }],
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
    ['/admin/plans/', { id: plan }],
    ['/admin/banks/', { id: await one('select id from question_banks order by id limit 1') }],
    ['/admin/bank-tags/', { slug: await one('select slug from question_banks order by id limit 1') }],
    ['/admin/bank-questions/', { id: await one('select id from bank_questions order by id limit 1') }],
    ['/admin/pages/', { name: 'terms', version: '0' }],
    ['/pages/', { name: 'terms' }],
    ['/admin/marking/', { attemptId: handedIn, question: 'essay' }],
    ['/admin/late-answers/', { attemptId: handedIn }],
    ['/exam-files/', { id: await one('select id from exam_files limit 1') }],
    ['/authors/', { slug: 'bench-author' }],
    ['/custom-pages/', { slug: 'bench-page' }],
    ['/lab-runs/', { runId }],
    ['/admin/lab-runs/', { runId }],
    ['/teams/invitations/', { id: await one('select id from team_invitations limit 1') }],
    ['/admin/import-progress/', { reading: userId }],
    ['/credentials/status/', { list: '0' }],
    ['/admin/media/uploads/', { id: await one('select id from media_uploads limit 1') }],
    ['/admin/exports/', { id: await one("select id from exports where state = 'ready' limit 1") }],
    ['/billing/order', { offer: await one('select id from plan_prices limit 1') }],
    ['/billing/transfers/terms', { plan }],
  ];
}
