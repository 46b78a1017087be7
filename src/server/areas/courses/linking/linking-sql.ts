import { type RawBuilder, sql } from 'kysely';
import type { LinkTarget } from '#contract/courses/writing';
import type { SectionType } from '#domain/courses/vocabulary';
import type { Reader } from '#server/db/client';
import { containing, literally } from '#server/db/lists/literal-pattern';

interface TargetRow {
  readonly kind: LinkTarget['kind'];
  readonly id: string;
  readonly slug: string;
  readonly title: string;
  /** Key, type, and course of a section. */
  readonly key: string | null;
  readonly section_type: SectionType | null;
  readonly course: string | null;
  readonly is_open: boolean;
}

interface Search {
  /** Each is in the name. */
  readonly words: readonly string[];
  /** Of each kind. */
  readonly limit: number;
}

/** What has all of these words in its name, drafts included: of each kind those first whose name begins with the first word. */
export async function selectLinkTargets(db: Reader, search: Search): Promise<TargetRow[]> {
  return (await linkTargetsQuery(search).execute(db)).rows;
}

export function linkTargetsQuery({ limit, words }: Search): RawBuilder<TargetRow> {
  const named = (column: RawBuilder<string>) =>
    sql.join(
      words.map((word) => sql`${column} ilike ${containing(word)}`),
      sql` and `,
    );
  const begins = (column: RawBuilder<string>) =>
    sql`${column} ilike ${`${literally(words[0] ?? '')}%`} desc, ${column}`;
  const title = sql<string>`title`;
  const ofCourses = (kind: 'course' | 'post') => sql`
    (select ${kind} as kind, id, slug, title, null as key, null::section_type as section_type, null as course,
      open_to = 'everyone' as is_open
    from courses where kind = ${kind} and ${named(title)}
    order by ${begins(title)}, id limit ${limit})`;
  return sql<TargetRow>`
    ${ofCourses('course')} union all
    (select 'section', s.id, c.slug, s.title, s.key, s.section_type, c.title, c.open_to = 'everyone'
    from course_content s join courses c on c.id = s.course_id and c.kind = 'course'
    where ${named(sql<string>`s.title`)}
    order by ${begins(sql<string>`s.title`)}, c.title, s.id limit ${limit}) union all
    ${ofCourses('post')} union all
    (select 'page', id, slug, title, null, null, null, state <> 'draft'
    from custom_pages where deleted_at is null and ${named(title)}
    order by ${begins(title)}, id limit ${limit}) union all
    (select 'author', user_id, slug, name, null, null, null, true
    from public_authors where ${named(sql<string>`name`)}
    order by ${begins(sql<string>`name`)}, user_id limit ${limit})`;
}
