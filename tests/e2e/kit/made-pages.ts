import { type Browser, expect } from '@playwright/test';
import { submit } from './exams.ts';
import { finalExam, makeCourse } from './made-course.ts';
import { onDatabase, type Person, signIn } from './people.ts';

const ESSAY = {
  id: 'q-essay',
  kind: 'essay',
  prompt: 'Argue.',
  points: 4,
  explanation: '',
  minWords: 1,
  maxWords: 50,
  rubric: [],
};

/** Pages that need something to be there first: a course with a lesson, an exam, and an author, its attempt, a bank, a certificate. */
export async function madePages(
  browser: Browser,
  student: Person,
): Promise<{ learner: string[]; admin: string[] }> {
  const exam = { intro: 'Begin.', passMark: 50, settings: {}, questions: [ESSAY] };
  const slug = await makeCourse('pages', {
    title: 'Every page',
    student: student.email,
    sections: [{ key: 'lesson', title: 'A lesson', type: 'lesson' }, ...finalExam(exam)],
  });
  const learner = await (await browser.newContext()).newPage();
  await signIn(learner, student, `/courses/${slug}/exams/final`);
  await learner.getByRole('button', { name: 'Start exam' }).click();
  await learner.getByLabel('Your answer').fill('My own words.');
  await submit(learner);
  await expect(learner.getByRole('heading', { name: 'Waiting to be graded' })).toBeVisible();
  await learner.context().close();
  const { rows } = await onDatabase((client) =>
    client.query(
      `with bank as (insert into question_banks (slug, title) values ($1, $1) returning id),
       question as (insert into bank_questions (bank_id, key, kind, tags, question, words)
         select id, 'q', 'essay', '{}', $3::jsonb, '' from bank returning id),
       author as (insert into authors (user_id, slug, bio) select id, $1, 'Writes.' from users where email = $2 returning user_id),
       named as (insert into course_authors (course_id, position, user_id)
         select c.id, 0, author.user_id from courses c, author where c.slug = $1),
       page as (insert into custom_pages (slug, title, markdown, content, state)
         values ($1, 'A page', 'Some words.', '<p>Some words.</p>', 'published') returning id),
       certificate as (insert into certificates (kind, holder_name, title, course_title, proof, achieved_at, issued_at)
         values ('course', 'Ada', 'T', 'T', '{"sections":1,"exams":[]}', now(), now()) returning id)
       select a.id as attempt, b.id as bank, q.id as question, c.id as certificate, page.id as page
       from exam_attempts a join users u on u.id = a.user_id and u.email = $2, bank b, question q, certificate c, page`,
      [slug, student.email, JSON.stringify(ESSAY)],
    ),
  );
  const { attempt, bank, certificate, page, question } = rows[0];
  return {
    learner: [
      `/authors/${slug}`,
      `/pages/${slug}`,
      `/certificates/${certificate}`,
      `/courses/${slug}/learn/lesson`,
      `/courses/${slug}/exams/final`,
    ],
    admin: [
      `/admin/exam-attempts/${attempt}`,
      `/admin/late-answers/${attempt}`,
      `/admin/marking/${attempt}/${ESSAY.id}`,
      '/admin/settings/about',
      `/admin/settings/pages/${page}`,
      `/admin/questions/${bank}`,
      `/admin/questions/${bank}/${question}`,
    ],
  };
}
