import type { Transaction } from 'kysely';
import type { Reader } from '#server/db/client';
import type { DB } from '#server/db/types';

export interface NewCommand {
  readonly accountId: string | null;
  readonly provider: string;
  readonly kind: string;
  /** Ids and amounts only; nothing that names a person, no address of a page. */
  readonly args: Readonly<Record<string, string | number | boolean | null>>;
}

/** Writes a command down before it is given; answers its id, which is the key under which it is done once. */
export async function insertCommand(
  trx: Transaction<DB>,
  { accountId, args, kind, provider }: NewCommand,
  dueAt: Date,
): Promise<string> {
  const { id } = await trx
    .insertInto('billing_commands')
    .values({
      account_id: accountId,
      provider,
      kind,
      args: JSON.stringify(args),
      is_repeated: false,
      due_at: dueAt,
      tries: 1,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Whether another process gives a command of this kind for this account now. */
export async function isBeingGiven(
  trx: Transaction<DB>,
  { accountId, kind, provider }: NewCommand,
  now: Date,
): Promise<boolean> {
  const row = await trx
    .selectFrom('billing_commands')
    .select('id')
    .where('account_id', '=', accountId)
    .where('provider', '=', provider)
    .where('kind', '=', kind)
    .where('done_at', 'is', null)
    .where('due_at', '>', now)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

export async function closeCommand(db: Reader, id: string, now: Date, error: string | null): Promise<void> {
  await db
    .updateTable('billing_commands')
    .set({ done_at: now, last_error: error })
    .where('id', '=', id)
    .execute();
}

/** Commands whose process died between giving them and hearing how it went. */
export function selectOrphans(db: Reader, now: Date) {
  return db
    .selectFrom('billing_commands')
    .select(['id', 'account_id', 'provider', 'tries'])
    .where('done_at', 'is', null)
    .where('parked_at', 'is', null)
    .where('due_at', '<=', now)
    .limit(100)
    .execute();
}

/** Looks again at `next` how a command went; null: never by itself. */
export async function postponeCommand(
  db: Reader,
  id: string,
  { error, next, now }: { readonly error: string; readonly next: Date | null; readonly now: Date },
): Promise<void> {
  await db
    .updateTable('billing_commands')
    .set(({ eb }) => ({
      tries: eb('tries', '+', 1),
      last_error: error,
      ...(next ? { due_at: next } : { parked_at: now }),
    }))
    .where('id', '=', id)
    .execute();
}
