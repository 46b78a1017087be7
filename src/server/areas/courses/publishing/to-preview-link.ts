import type { PreviewLink } from '#contract/courses/publishing';
import type { LinkRow } from './publishing-sql.ts';

/** A link as it is listed: nothing of it opens anything. */
export function toPreviewLink({ created_at, created_by, expires_at, id }: LinkRow): PreviewLink {
  return {
    id,
    createdAt: created_at.toISOString(),
    expiresAt: expires_at.toISOString(),
    createdBy: created_by,
  };
}
