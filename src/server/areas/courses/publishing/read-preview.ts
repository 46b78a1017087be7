import type { Preview } from '#contract/courses/publishing';
import { Failure } from '#server/failure';
import type { Services } from '#server/services';
import { toOpenSection } from '../catalogue/to-open-section.ts';
import { hashOfPreview } from './hash-of-preview.ts';
import { selectPreview, selectPreviewed } from './publishing-sql.ts';

/**
 * What a preview link opens: the outline of its course or post, and one section, the first where none is named. Nothing is
 * stored. Fails with PREVIEW_NOT_FOUND, whether the link never was, was revoked or has expired.
 */
export async function readPreview(
  { clock, db }: Services,
  { section, token }: { token: string; section?: string | undefined },
): Promise<Preview> {
  const row = await selectPreview(db.kysely, hashOfPreview(token), clock.now());
  if (!row) throw new Failure('PREVIEW_NOT_FOUND');
  const key = section ?? row.sections[0]?.key;
  const found = key === undefined ? undefined : await selectPreviewed(db.kysely, row.id, key);
  const open = found ? toOpenSection(found) : null;
  return {
    kind: row.kind,
    title: row.title,
    description: row.description,
    state: row.state,
    expiresAt: row.expires_at.toISOString(),
    sections: row.sections,
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
