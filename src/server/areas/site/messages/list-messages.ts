import type { ContactMessage } from '#contract/administration/messages';
import { canAdminister } from '#domain/access/can-administer';
import { authorise } from '#server/authorise';
import { fromCursor, toCursor } from '#server/cursor';
import type { Caller, Services } from '#server/services';
import { selectMessages, toMessage } from './message-sql.ts';

const PAGE_SIZE = 30;

interface Query {
  readonly state?: 'open' | 'answered' | undefined;
  readonly q: string;
  readonly after?: string | undefined;
}
interface MessagePage {
  readonly items: ContactMessage[];
  readonly next: string | null;
  readonly open: number;
}

/** Messages of the contact form, newest first. */
export async function listMessages(
  { db }: Services,
  { viewer }: Caller,
  { after, q, state }: Query,
): Promise<MessagePage> {
  authorise(canAdminister(viewer));
  const { open, rows } = await selectMessages(db.kysely, {
    isAnswered: state === undefined ? null : state === 'answered',
    contains: q,
    after: after === undefined ? null : fromCursor(after),
    limit: PAGE_SIZE + 1,
  });
  const shown = rows.slice(0, PAGE_SIZE);
  const last = shown.at(-1);
  return {
    items: shown.map(toMessage),
    next: rows.length > PAGE_SIZE && last ? toCursor(last) : null,
    open,
  };
}
