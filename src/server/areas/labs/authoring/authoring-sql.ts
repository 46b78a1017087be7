import { sql } from 'kysely';
import type { LabFiles } from '#domain/labs/lab-spec';
import type { Reader } from '#server/db/client';

export interface LabSectionRow {
  readonly id: string;
  readonly key: string;
  readonly title: string;
  readonly content_html: string | null;
  readonly course_id: string;
  readonly course_slug: string;
  readonly course_title: string;
  readonly version: number;
  readonly source: LabFiles | null;
}

/** A lab section of a course with the files of its lab, whether it runs or not. */
export async function selectLabSection(db: Reader, sectionId: string): Promise<LabSectionRow | undefined> {
  const { rows } = await sql<LabSectionRow>`
    select s.id, s.key, s.title, s.content_html, c.id as course_id, c.slug as course_slug, c.title as course_title,
      coalesce((select max(version) from lab_specs where section_id = s.id), 0) as version,
      (select source from current_labs where section_id = s.id) as source
    from course_content s join courses c on c.id = s.course_id and c.kind = 'course'
    where s.id = ${sectionId} and s.section_type = 'lab'`.execute(db);
  return rows[0];
}
