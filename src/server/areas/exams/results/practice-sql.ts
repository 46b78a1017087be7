import { sql } from 'kysely';
import type { OpenTo } from '#domain/courses/life-cycle';
import { MARKED_BY_HAND } from '#domain/exams/kinds/kinds';
import type { Tier } from '#domain/tiers';
import type { Reader } from '#server/db/client';

/** Lessons and labs of a course by their keys, in its order; those that there are. */
export async function selectLessons(
  db: Reader,
  { courseId, keys }: { courseId: string; keys: readonly string[] },
): Promise<{ key: string; title: string }[]> {
  const { rows } = await sql<{ key: string; title: string }>`
    select key, title from course_content
    where course_id = ${courseId} and key = any(${[...keys]}::text[]) order by sort_order`.execute(db);
  return rows;
}

/** The bank that an exam lets learners practice from, with questions of these topics that nobody has to mark. */
export async function selectPracticeBank(
  db: Reader,
  asked: {
    readonly sectionId: string;
    readonly userId: string;
    readonly topics: readonly string[];
    readonly shows: boolean;
    /** Banks that the attempt drew from. */
    readonly drawn: readonly string[];
  },
): Promise<{ slug: string; subscription_level: Tier; open_to: OpenTo } | undefined> {
  const { drawn, sectionId, shows, topics, userId } = asked;
  const { rows } = await sql<{ slug: string; subscription_level: Tier; open_to: OpenTo }>`
    select b.slug, c.subscription_level, c.open_to
    from course_content s join courses c on c.id = s.course_id
    join question_banks b on b.slug = s.exam #>> '{settings,practiceBank}'
    where s.id = ${sectionId}
      and exists (select from bank_questions q where q.bank_id = b.id and q.tags && ${[...topics]}::text[]
        and q.kind <> all(${[...MARKED_BY_HAND]}::text[]))
      and (b.slug <> all(${[...drawn]}::text[])
          and not exists (select from jsonb_array_elements(s.exam->'draws') d where d->>'bank' = b.slug)
        or ${shows} and not exists (select from exam_attempts a
          where a.section_id = s.id and a.user_id = ${userId} and a.submitted_at is null))`.execute(db);
  return rows[0];
}
