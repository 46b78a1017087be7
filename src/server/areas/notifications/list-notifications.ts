import type { Notification } from '#contract/notifications';
import { fromCursor, toCursor } from '#server/cursor';
import type { Caller, Services } from '#server/services';
import { inboxOwner } from './inbox-owner.ts';
import { selectInbox } from './sql.ts';

const PAGE_SIZE = 20;

/** The own inbox, newest first. */
export async function listNotifications(
  services: Services,
  caller: Caller,
  { after }: { after?: string | undefined },
): Promise<{ items: Notification[]; next: string | null; newest: string | null }> {
  const cursor = after === undefined ? null : fromCursor(after);
  const rows = await selectInbox(services.db.kysely, inboxOwner(services, caller), cursor, PAGE_SIZE + 1);
  const shown = rows.slice(0, PAGE_SIZE);
  const [first] = shown;
  const last = shown.at(-1);
  const items = shown.map((row) => ({
    id: row.id,
    kind: row.kind,
    props: row.props,
    link: row.link,
    createdAt: row.created_at.toISOString(),
    readAt: row.read_at?.toISOString() ?? null,
  }));
  return {
    items,
    next: rows.length > PAGE_SIZE && last ? toCursor(last) : null,
    newest: first ? toCursor(first) : null,
  };
}
