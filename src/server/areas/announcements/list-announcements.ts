import type { Announcement } from '#contract/administration/announcements';
import { canAdminister } from '#domain/access/can-administer';
import { authorise } from '#server/authorise';
import { fromCursor, toCursor } from '#server/cursor';
import type { Caller, Services } from '#server/services';
import { selectAnnouncements, toAnnouncement } from './sql.ts';

const PAGE_SIZE = 20;

/** Announcements that were sent, newest first. */
export async function listAnnouncements(
  { db }: Services,
  { viewer }: Caller,
  { after }: { after?: string | undefined },
): Promise<{ items: Announcement[]; next: string | null }> {
  authorise(canAdminister(viewer));
  const cursor = after === undefined ? null : fromCursor(after);
  const rows = await selectAnnouncements(db.kysely, cursor, PAGE_SIZE + 1);
  const shown = rows.slice(0, PAGE_SIZE);
  const last = shown.at(-1);
  return {
    items: shown.map(toAnnouncement),
    next: rows.length > PAGE_SIZE && last ? toCursor(last) : null,
  };
}
