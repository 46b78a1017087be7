import { randomBytes } from 'node:crypto';
import { onDatabase } from './people.ts';

interface MadeSection {
  readonly key: string;
  readonly title: string;
  readonly type: 'lesson' | 'lab' | 'exam';
  readonly exam?: object;
  /** How long it takes; left out: 1. */
  readonly minutes?: number;
}

interface MadeCourse {
  readonly title: string;
  readonly sections: readonly MadeSection[];
  /** Text of every section. */
  readonly html?: string;
  /** Who studies it. */
  readonly student?: string;
  /** Whether the catalogue finds it by its title. */
  readonly isFound?: boolean;
}

/** The one section of a course that is an exam. */
export const finalExam = (exam: object): MadeSection[] => [
  { key: 'final', title: 'Final exam', type: 'exam', exam },
];

/** Writes a free course into the database, past every form; answers its slug. */
export async function makeCourse(name: string, made: MadeCourse): Promise<string> {
  const { html = '<p>x</p>', isFound = false, sections, student = '', title } = made;
  const slug = `${name}-${randomBytes(6).toString('hex')}`;
  await onDatabase((client) =>
    client.query(
      `with made as (insert into courses (title, description, slug, thumbnail, subscription_level)
         values ($1, 'Made for a test.', $2, '/covers/' || $2 || '.svg', 'free') returning id),
       words as (insert into course_search (course_id, doc) select id, to_tsvector('lectern', $1) from made where $6),
       enrolled as (insert into enrolments (user_id, course_id) select u.id, made.id from users u, made where u.email = $5)
       insert into course_content (course_id, key, title, content, content_html, section_type, exam, minutes, sort_order)
       select id, key, s.title, 'x', $3, type::section_type, exam, coalesce(minutes, 1), place
       from made, rows from (jsonb_to_recordset($4::jsonb) as (key text, title text, type text, exam jsonb, minutes int))
         with ordinality s (key, title, type, exam, minutes, place)`,
      [title, slug, html, JSON.stringify(sections), student, isFound],
    ),
  );
  return slug;
}
