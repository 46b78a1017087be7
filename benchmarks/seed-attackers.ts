import type pg from 'pg';
import { DEFAULT_SETTINGS } from '#domain/exams/exam-settings';
import { type SignedInMember, seedMembers } from './seed-members.ts';

/** As many as it takes that no limit per minute answers in place of the work. */
const ATTACKERS = 500;
/** What a question may ask for at most. */
const MEGABYTES = 10;

const EXAM = JSON.stringify({
  intro: '',
  passMark: 60,
  settings: DEFAULT_SETTINGS,
  draws: [],
  questions: [
    {
      id: 'file',
      kind: 'file',
      prompt: 'Hand in',
      points: 1,
      explanation: '',
      accept: ['text'],
      maxMegabytes: MEGABYTES,
      rubric: [],
    },
    {
      id: 'word',
      kind: 'text',
      prompt: 'Which word?',
      points: 1,
      explanation: '',
      answers: ['word'],
      caseSensitive: false,
    },
  ],
});

export interface Attacker extends SignedInMember {
  /** An exam of theirs that goes on. */
  readonly attemptId: string;
}
export interface Attacked {
  readonly attackers: readonly Attacker[];
  /** A course that everybody may comment on. */
  readonly courseId: string;
}

/** Members of the free plan, each at an exam that asks for a file and for a word. */
export async function seedAttackers(
  client: pg.Client,
  school: { readonly dataDir: string; readonly origin: string },
): Promise<Attacked> {
  const members = await seedMembers(client, ATTACKERS, school);
  const { rows } = await client.query<{ id: string; course_id: string }>(
    `with course as (
       insert into courses (title, description, slug, thumbnail, subscription_level)
       values ('Attacked', 'A', 'attacked-bench', '/covers/sql-from-scratch.svg', 'free') returning id),
     section as (
       insert into course_content (course_id, key, title, section_type, exam, sort_order)
       select id, 'exam', 'Exam', 'exam', $1::jsonb, 1 from course returning id)
     select section.id, course.id as course_id from section, course`,
    [EXAM],
  );
  const [section] = rows;
  if (!section) throw new Error('the attacked course was not made');
  const attempts = await client.query<{ id: string; user_id: string }>(
    `with version as (
       insert into exam_versions (section_id, fingerprint, exam, html) values ($1, 'bench', $2::jsonb, '{}') returning id)
     insert into exam_attempts (user_id, section_id, version_id, number, started_at)
     select person, $1, version.id, 1, now() from version, unnest($3::uuid[]) as person returning id, user_id`,
    [section.id, EXAM, members.map(({ userId }) => userId)],
  );
  const attemptOf = new Map(attempts.rows.map((row) => [row.user_id, row.id]));
  const attackers = members.map((member) => ({ ...member, attemptId: attemptOf.get(member.userId) ?? '' }));
  return { attackers, courseId: section.course_id };
}
