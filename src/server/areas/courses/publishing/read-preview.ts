import type { Preview } from '#contract/courses/publishing';
import type { Reader } from '#server/db/client';
import { Failure } from '#server/failure';
import type { Services } from '#server/services';
import { toOpenSection } from '../catalogue/to-open-section.ts';
import { selectDraft } from '../drafts/draft-sql.ts';
import { previewDraft } from '../drafts/preview-draft.ts';
import { hashOfPreview } from './hash-of-preview.ts';
import { type PreviewRow, selectPreview, selectPreviewed } from './publishing-sql.ts';

/**
 * What a preview link opens: the outline of its course or post, and one section, the first where none is named. Where
 * changes wait to be published, it shows them. Nothing is stored. Fails with PREVIEW_NOT_FOUND, whether the link never was, was revoked or has expired.
 */
export async function readPreview(
  { clock, db }: Services,
  { section, token }: { token: string; section?: string | undefined },
): Promise<Preview> {
  const row = await selectPreview(db.kysely, hashOfPreview(token), clock.now());
  if (!row) throw new Failure('PREVIEW_NOT_FOUND');
  const draft = await selectDraft(db.kysely, row.id);
  const { open, sections } = draft
    ? await previewDraft(db.kysely, { courseId: row.id, content: draft.content, section })
    : { sections: row.sections, open: await openLive(db.kysely, row, section) };
  const { description, title } = draft?.content ?? row;
  return {
    kind: row.kind,
    title,
    description,
    state: row.state,
    isDraft: draft !== undefined,
    expiresAt: row.expires_at.toISOString(),
    sections,
    section: open && {
      key: open.key,
      title: open.title,
      html: open.html,
      video: open.video,
      sectionType: open.sectionType,
      type: open.type,
    },
  };
}

async function openLive(db: Reader, { id, sections }: PreviewRow, section: string | undefined) {
  const key = section ?? sections[0]?.key;
  const found = key === undefined ? undefined : await selectPreviewed(db, id, key);
  return found ? toOpenSection(found) : null;
}
