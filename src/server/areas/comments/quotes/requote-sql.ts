import { sql, type Transaction } from 'kysely';
import { cut } from '#domain/cut';
import type { DB } from '#server/db/types';

/** Characters of an answer that its notice quotes. */
const MAX_WORDS = 500;

/** What the notice of an answer quotes of it. */
export function quoteOf(content: string): string {
  return cut(content, MAX_WORDS);
}

/**
 * Quotes a comment by its present words in what was told of it: in inboxes, and in emails that wait. One by one, because a notice
 * that is being delivered at this moment is told first, and then found by the next statement.
 */
export async function requote(trx: Transaction<DB>, commentId: string, content: string): Promise<void> {
  const words = JSON.stringify({ text: quoteOf(content) });
  const { rows: events } = await sql<{ id: string }>`
    update notice_events set props = props || ${words}::jsonb
    where comment_id = ${commentId} and props ? 'text' returning id`.execute(trx);
  if (events.length === 0) return;
  const eventIds = events.map(({ id }) => id);
  const { rows: told } = await sql<{ id: string; user_id: string }>`
    update notifications set props = props || ${words}::jsonb
    where comment_id = ${commentId} and event_id = any (${eventIds}::uuid[]) returning id, user_id`.execute(
    trx,
  );
  await sql`
    update mail_outbox set props = props || ${words}::jsonb
    where split_part(event_key, ':', 2) = any (${eventIds}::text[]) and sent_at is null and props ? 'text'`.execute(
    trx,
  );
  await sql`
    update mail_outbox m set props = m.props || jsonb_build_object('items', (
      select jsonb_agg(case when item ->> 'id' = any (${told.map(({ id }) => id)}::text[])
        then jsonb_set(item, '{props}', item -> 'props' || ${words}::jsonb) else item end order by place)
      from jsonb_array_elements(m.props -> 'items') with ordinality listed (item, place)))
    from users u
    where u.id = any (${told.map(({ user_id }) => user_id)}::uuid[]) and m.recipient = u.email
      and m.template = 'digest' and m.sent_at is null and m.props ? 'items'`.execute(trx);
}
