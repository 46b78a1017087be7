import { sql } from 'kysely';
import type { SectionType } from '#domain/courses/vocabulary';
import type { Reader } from '#server/db/client';

export interface NoteRow {
  readonly section_id: string;
  readonly key: string | null;
  readonly title: string;
  readonly body: string;
  readonly version: number;
  readonly bookmarked: boolean;
  readonly updated_at: Date;
}

/** The own notes and bookmarks of a course with its title, in the order of its sections; nothing when there is no such course. */
export async function selectNotes(
  db: Reader,
  { courseId, userId }: { courseId: string; userId: string },
): Promise<{ title: string; notes: NoteRow[] } | undefined> {
  const { rows } = await sql<{ course: string } & (NoteRow | { section_id: null })>`
    select c.title as course, n.section_id, s.key, coalesce(s.title, r.title) as title, n.body, n.version,
      n.bookmarked_at is not null as bookmarked, n.updated_at
    from courses c
    left join section_notes n on n.user_id = ${userId} and n.course_id = c.id and (n.body <> '' or n.bookmarked_at is not null)
    left join section_registry r on r.id = n.section_id left join course_content s on s.id = r.id
    where c.id = ${courseId} and c.kind = 'course' and (c.open_to = 'everyone' or c.open_to = 'learners' and exists (
      select from enrolments e where e.user_id = ${userId} and e.course_id = c.id and e.left_at is null))
    order by s.sort_order nulls last, n.updated_at`.execute(db);
  const [first] = rows;
  return first && { title: first.course, notes: rows.filter((row) => row.section_id !== null) };
}

/** Whether somebody studies the course of a section; answers the course. */
export async function selectStudied(
  db: Reader,
  { sectionId, userId }: { sectionId: string; userId: string },
): Promise<string | undefined> {
  const { rows } = await sql<{ course_id: string }>`
    select r.course_id from section_registry r
    join enrolments e on e.user_id = ${userId} and e.course_id = r.course_id and e.left_at is null
    where r.id = ${sectionId}`.execute(db);
  return rows[0]?.course_id;
}

export interface HitRow {
  readonly key: string;
  readonly title: string;
  readonly section_type: SectionType;
  readonly content_html: string;
}

/** Start and end of a match; nobody writes these characters. */
const MARKS = 'StartSel="\u0002", StopSel="\u0003", MaxFragments=1, MaxWords=24, MinWords=10';
/** All of the words, the last one as a beginning; words hold letters and digits only, so no quote can end them. */
function queryOf(words: readonly string[]): string {
  return words.map((word, at) => `'${word}'${at === words.length - 1 ? ':*' : ''}`).join(' & ');
}

/** Sections among these that hold all the words, the last one as a beginning, best first. */
export async function selectHits(
  db: Reader,
  { limit, sectionIds, words }: { sectionIds: readonly string[]; words: readonly string[]; limit: number },
): Promise<HitRow[]> {
  const { rows } = await sql<HitRow>`
    with q as (select to_tsquery('lectern', ${queryOf(words)}) as query)
    select s.key, s.title, s.section_type, s.content_html
    from (select s.id, ts_rank_cd(s.search, q.query) as rank from course_content s, q
      where s.id = any(${[...sectionIds]}::uuid[]) and s.search @@ q.query
      order by rank desc, s.sort_order limit ${limit}) best
    join course_content s on s.id = best.id order by best.rank desc, s.sort_order`.execute(db);
  return rows;
}

/** The part of each text that shows the words best, with the words marked. */
export async function selectExcerpts(
  db: Reader,
  { texts, words }: { texts: readonly string[]; words: readonly string[] },
): Promise<string[]> {
  const { rows } = await sql<{ excerpt: string }>`
    select ts_headline('lectern', given.text, to_tsquery('lectern', ${queryOf(words)}), ${MARKS}) as excerpt
    from unnest(${[...texts]}::text[]) with ordinality as given (text, place) order by given.place`.execute(
    db,
  );
  return rows.map(({ excerpt }) => excerpt);
}

/** A word, and the numbers of the sections that hold it. */
export type SectionWord = readonly [word: string, sections: readonly number[]];

/** Words of a course that are worth guessing; the rest is rare, and mostly no word. */
const MAX_WORDS = 20_000;

/** The words of a course in lower case without accents, the most frequent first; short ones are left out. */
export async function selectWords(
  db: Reader,
  courseId: string,
): Promise<{ sectionIds: string[]; words: SectionWord[] }> {
  const { rows } = await sql<{ ids: string[]; words: SectionWord[] }>`
    with parsed as materialized (
      select id, row_number() over (order by sort_order, id)::int - 1 as number,
        to_tsvector('simple', unaccent(title || ' ' || left(content, 100000))) as words
      from course_content where course_id = ${courseId}),
    counted as (
      select w.lexeme as word, json_agg(parsed.number order by parsed.number) as sections,
        sum(coalesce(cardinality(w.positions), 1)) as times
      from parsed cross join lateral unnest(parsed.words) w where length(w.lexeme) > 3
      group by w.lexeme order by times desc, word limit ${MAX_WORDS})
    select coalesce((select array_agg(id order by number) from parsed), '{}') as ids,
      coalesce((select json_agg(json_build_array(word, sections) order by times desc, word) from counted), '[]') as words`.execute(
    db,
  );
  const [course] = rows;
  return { sectionIds: course?.ids ?? [], words: course?.words ?? [] };
}

/** Another one after every change of what is taught in a course. */
export async function selectContentVersion(db: Reader, courseId: string): Promise<string> {
  const { rows } = await sql<{ version: string }>`
    select concat_ws(' ', c.version, count(s.id), max(s.updated_at)) as version
    from courses c left join course_content s on s.course_id = c.id where c.id = ${courseId} group by c.id`.execute(
    db,
  );
  return rows[0]?.version ?? '';
}

/** What a person wrote about a section. */
export async function selectNote(
  db: Reader,
  { sectionId, userId }: { sectionId: string; userId: string },
): Promise<{ body: string; version: number } | undefined> {
  const { rows } = await sql<{ body: string; version: number }>`
    select body, version from section_notes where user_id = ${userId} and section_id = ${sectionId}`.execute(
    db,
  );
  return rows[0];
}
