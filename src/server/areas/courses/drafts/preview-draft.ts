import type { Drafted } from '#contract/courses/courses';
import type { Preview } from '#contract/courses/publishing';
import { plainText } from '#domain/courses/plain-text';
import { readingMinutes } from '#domain/courses/reading-minutes';
import type { Reader } from '#server/db/client';
import { renderMarkdown } from '#server/markdown/render-markdown';
import { toOpenSection } from '../catalogue/to-open-section.ts';
import { sectionValues } from '../editing/section-values.ts';
import { wantedOf } from '../editing/wanted-of.ts';

/** The outline of a draft, and one of its sections, the first where none is named: as they would be published. */
export async function previewDraft(
  db: Reader,
  { content, courseId, section }: { courseId: string; content: Drafted; section: string | undefined },
): Promise<Pick<Preview, 'sections'> & { open: ReturnType<typeof toOpenSection> }> {
  const { stored, wanted } = await wantedOf(db, courseId, content.content);
  const sections = wanted.map(({ form, key }) => ({
    key,
    title: form.title,
    type: form.type,
    sectionType: form.sectionType,
    minutes: form.minutes ?? readingMinutes(form.content),
  }));
  const at = section === undefined ? 0 : sections.findIndex(({ key }) => key === section);
  const found = wanted[at];
  if (!found) return { sections, open: null };
  const live = stored.find(({ id }) => id === found.id);
  const text = plainText(found.form.content);
  const [html = ''] = live?.content === text ? [live.content_html] : await renderMarkdown([text]);
  const { form, id, key } = found;
  return {
    sections,
    open: toOpenSection({ ...sectionValues(form, html), id: id ?? key, key, sort_order: at + 1 }),
  };
}
