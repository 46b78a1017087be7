import { type Kysely, sql, type Transaction } from 'kysely';
import type { ContactMessage } from '#contract/administration/messages';
import type { Cursor } from '#server/cursor';
import { isOlder } from '#server/db/lists/cursor-sql';
import { containing } from '#server/db/lists/literal-pattern';
import type { DB } from '#server/db/types';

interface Wanted {
  readonly isAnswered: boolean | null;
  readonly contains: string;
  readonly after: Cursor | null;
  readonly limit: number;
}

interface Row {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly message: string;
  readonly created_at: Date;
  readonly answered_at: Date | null;
  readonly answered_by: string | null;
}

/** A page of messages, newest first, each with the instant of its cursor and how many are open in all. */
export async function selectMessages(db: Kysely<DB>, { after, contains, isAnswered, limit }: Wanted) {
  const like = containing(contains);
  const { rows } = await sql<Row & { at: string; open: number }>`
    select m.id, m.name, m.email, m.message, m.created_at, m.answered_at, u.name as answered_by,
      m.created_at::text as at, o.open
    from (select coalesce(sum(count), 0)::int as open from counts_now where what = 'open messages') o
    left join lateral (
      select * from contact_messages
      where (${isAnswered}::boolean is null or (answered_at is not null) = ${isAnswered})
        and (${contains} = '' or name ilike ${like} or email ilike ${like} or message ilike ${like})
        and ${isOlder(after, sql`created_at`, sql`id`)}
      order by created_at desc, id desc limit ${limit}
    ) m on true
    left join users u on u.id = m.answered_by
    order by m.created_at desc, m.id desc`.execute(db);
  return { open: rows[0]?.open ?? 0, rows: rows.filter(({ id }) => id !== null) };
}

export async function lockMessage(trx: Transaction<DB>, id: string): Promise<Row | undefined> {
  const { rows } = await sql<Row>`
    select m.id, m.name, m.email, m.message, m.created_at, m.answered_at, u.name as answered_by
    from contact_messages m left join users u on u.id = m.answered_by
    where m.id = ${id} for update of m`.execute(trx);
  return rows[0];
}

export function toMessage(row: Row): ContactMessage {
  const { answered_at, answered_by, created_at, email, id, message, name } = row;
  return {
    id,
    name,
    email,
    message,
    createdAt: created_at.toISOString(),
    answeredAt: answered_at?.toISOString() ?? null,
    answeredBy: answered_by,
  };
}
