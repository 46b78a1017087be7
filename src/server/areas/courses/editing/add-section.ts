import type { SectionForm } from '#contract/courses/course-form';
import type { EditSection } from '#contract/courses/courses';
import { canAdminister } from '#domain/access/can-administer';
import { plainText } from '#domain/courses/plain-text';
import { freeName, slugOf } from '#domain/courses/slug';
import { MAX_SECTIONS } from '#domain/courses/vocabulary';
import { authorise } from '#server/authorise';
import { recordAudit } from '#server/db/audit';
import { touchContent } from '#server/db/content-version';
import { Failure } from '#server/failure';
import { renderMarkdown } from '#server/markdown/render-markdown';
import type { Caller, Services } from '#server/services';
import { m } from '../../../../messages/messages.js';
import { lockWritten, selectSections } from '../sql.ts';
import { keepBefore } from '../versions/keep-before.ts';
import { keepVersion } from '../versions/keep-version.ts';
import { toEditSection } from './load-edit-course.ts';
import { sectionValues } from './section-values.ts';

type Input = Omit<SectionForm, 'id' | 'exam'> & { readonly id: string };

/** Adds a section at the end of a course or a post. Answers the version that the next save is based on. */
export async function addSection(
  { clock, db }: Services,
  caller: Caller,
  { id, ...section }: Input,
): Promise<{ section: EditSection; version: number }> {
  authorise(canAdminister(caller.viewer));
  const [html = ''] = await renderMarkdown([plainText(section.content)]);
  return db.transaction(async (trx) => {
    const entity = await lockWritten(trx, id);
    if (!entity) throw new Failure('COURSE_NOT_FOUND');
    await keepBefore(trx, id);
    const stored = await selectSections(trx, id);
    if (stored.length >= MAX_SECTIONS)
      throw new Failure('BAD_INPUT', {
        fields: { content: m.faults_at_most_sections({ number: MAX_SECTIONS }) },
      });
    const keys = new Set(stored.map(({ key }) => key));
    const key = freeName(slugOf(section.title) || 'section', (name) => keys.has(name));
    const values = { ...sectionValues(section, html), course_id: id, key, sort_order: stored.length + 1 };
    await trx.insertInto('course_content').values(values).execute();
    const added = (await selectSections(trx, id)).at(-1);
    if (!added) throw new Failure('SECTION_NOT_FOUND');
    const version = await keepVersion(trx, caller, { id, now: clock.now() });
    await recordAudit(trx, caller, {
      action: 'course.add-section',
      entity,
      entityId: id,
      after: toEditSection(added),
    });
    await touchContent(trx);
    return { section: toEditSection(added), version };
  });
}
