import type pg from 'pg';
import { seedCourses } from '../seed-courses.ts';
import { seedHistory } from '../seed-history.ts';
import { seedExams, seedLearners, signInLearners } from '../seed-learners.ts';

const COURSES = 50;
const THINGS_PER_LEARNER = 3;
/** A tenth of so many as there are learners, at least so many, were sent emails for years. */
const FEW = 10;
/** So many of the learners study, rate, and discuss every course, and get no emails: the first page of each list is full in both schools. */
const EVERYWHERE = 60;
/** So many of the oldest accounts are called like a tenth of a large school: a page of who is called so is full in both. */
const ALIKE = 60;
/** However many wrote, only the newest messages wait. */
const OPEN_MESSAGES = 50;

/** Of so many learners, emails to one come back. */
const BOUNCED = 50;

/** A school of so many learners, with what they wrote and what was sent to them; all else is of one size. */
export async function seedGrowth(client: pg.Client, learners: number): Promise<void> {
  await seedCourses(client, COURSES);
  await seedExams(client);
  await seedLearners(client, learners);
  await seedHistory(client, learners * THINGS_PER_LEARNER, Math.max(FEW, learners / 10));
  await client.query('set session_replication_role = replica');
  await client.query(
    `insert into enrolments (user_id, course_id, learner_name, enrolled_at, last_used_at)
     select l.id, c.id, 'learner ' || l.n, now() - interval '80 days', now() - interval '70 days' from bench_learners l, bench_courses c
     where l.n <= ${EVERYWHERE} on conflict do nothing`,
  );
  await client.query(
    `insert into comments (course_id, author_id, body, body_html, created_at)
     select c.id, l.id, 'Word ' || l.n, '<p>Word</p>', now() - l.n * interval '1 minute'
     from bench_learners l join bench_courses c
       on l.n <= ${EVERYWHERE} or c.place = l.n % (select count(*)::int from bench_courses)`,
  );
  await client.query(
    `insert into course_reviews (course_id, author_id, rating, body, created_at)
     select c.id, l.id, 1 + l.n % 5, 'Good ' || l.n, now() - l.n * interval '1 minute'
     from bench_learners l join bench_courses c
       on l.n <= ${EVERYWHERE} or c.place = l.n % (select count(*)::int from bench_courses)`,
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
    `insert into certificates (user_id, kind, course_id, holder_name, title, course_title, search_text, proof, achieved_at, issued_at)
     select l.id, 'course', c.id, 'Learner ' || l.n, c.title, c.title,
       certificate_search_text(l.id, 'Learner ' || l.n, c.title, c.title), '{"sections": 5, "exams": []}',
       now() - l.n * interval '1 minute', now() - l.n * interval '1 minute'
     from bench_learners l join bench_courses b on b.place = l.n % (select count(*)::int from bench_courses)
     join courses c on c.id = b.id order by l.n desc`,
  );
  await client.query(
    "insert into marketing_consents (user_id, given_at) select id, now() - interval '60 days' from bench_learners where n % 2 = 0",
  );
  await client.query(
    `insert into mail_suppressions (address, reason, detail, reported_at)
     select 'learner-' || n || '@school.test', 'bounce', '550 no such mailbox', now() - n * interval '1 minute'
     from bench_learners where n <= ${EVERYWHERE} or n % ${BOUNCED} = 0`,
  );
  await client.query('set session_replication_role = default');
  await client.query(
    `with made as (
       insert into users (name, email, email_verified, created_at)
       select 'Learner 5-' || n, 'learner-5-' || n || '@school.test', true, now() - ($1::int + n) * interval '1 minute'
       from generate_series(1, ${ALIKE}) n returning id, name, created_at)
     insert into certificates (user_id, kind, course_id, holder_name, title, course_title, proof, achieved_at, issued_at)
     select m.id, 'course', c.id, m.name, c.title, c.title, '{"sections": 5, "exams": []}', m.created_at, m.created_at
     from made m, courses c where c.slug = 'learners-bench'`,
    [learners],
  );
  // No trigger counted what was written meanwhile.
  await client.query('select keep_counts_anew()');
  await client.query('vacuum analyze');
  await signInLearners(client, learners, 1);
}

/** Of the learner who asks. */
export const callerToken = (learners: number) => `bench-token-of-learner-${learners}`;
