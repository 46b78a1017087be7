import { sql, type Transaction } from 'kysely';
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
  { dueAt, now }: { readonly dueAt: Date; readonly now: Date },
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
      created_at: now,
      tries: 1,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** How a command ended that nothing was heard of. */
export const NO_ANSWER = 'no answer';
/** The provider failed, and may have done it before. */
export const PROVIDER_FAILED = 'the provider failed';
/** Providers forget keys after a day. */
const KEY_HOURS = 23;

/**
 * Opens the same command again whose answer never came or is still on its way, the last one; undefined: there is none, or its
 * key is forgotten. With new keys any failure is taken up again.
 */
export async function reopenCommand(
  trx: Transaction<DB>,
  { accountId, args, kind, provider }: NewCommand,
  of: { readonly now: Date; readonly dueAt: Date; readonly resumes: 'same-key' | 'new-keys' },
): Promise<{ readonly id: string; readonly tries: number } | undefined> {
  const { rows } = await sql<{ id: string; tries: number }>`
    update billing_commands set done_at = null, last_error = null, parked_at = null, looks = 0, tries = tries + 1,
      due_at = ${of.dueAt}
    where id = (
      select id from billing_commands
      where account_id is not distinct from ${accountId}::uuid and provider = ${provider} and kind = ${kind}
        and livemode = payments_livemode()
        and args = ${JSON.stringify(args)}::jsonb
        and created_at > ${of.now}::timestamptz - make_interval(hours => ${KEY_HOURS})
        and case when ${of.resumes === 'new-keys'} then done_at is not null and last_error is not null
          else done_at is null or last_error = ${NO_ANSWER} end
      order by created_at desc limit 1)
    returning id, tries`.execute(trx);
  return rows[0];
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

/** When the first of the last `most` commands of a kind since a time was given; undefined: there were fewer. */
export async function selectFirstCommand(
  db: Reader,
  { accountId, kind }: Pick<NewCommand, 'accountId' | 'kind'>,
  { most, since }: { readonly most: number; readonly since: Date },
): Promise<Date | undefined> {
  const row = await db
    .selectFrom('billing_commands')
    .select('created_at')
    .where('account_id', '=', accountId)
    .where('kind', '=', kind)
    .where('created_at', '>', since)
    .orderBy('created_at', 'desc')
    .offset(most - 1)
    .limit(1)
    .executeTakeFirst();
  return row?.created_at;
}

/**
 * Closes a command as its try ended that was seen. That it was done is true of all its tries; any other end holds only while
 * it was not given again, and of none that was done. Answers whether it is closed by this.
 */
export async function closeCommand(
  db: Reader,
  { id, tries }: { readonly id: string; readonly tries: number },
  now: Date,
  error: string | null,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('billing_commands')
    .set({ done_at: now, last_error: error })
    .where('id', '=', id)
    .$if(error !== null, (query) =>
      query
        .where('tries', '=', tries)
        .where(({ eb, or }) => or([eb('done_at', 'is', null), eb('last_error', 'is not', null)])),
    )
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

/** Leaves a command open that failed: at `dueAt` somebody looks what it took away. */
export async function keepOpen(
  db: Reader,
  { id, tries }: { readonly id: string; readonly tries: number },
  { dueAt, error }: { readonly dueAt: Date; readonly error: string },
): Promise<void> {
  await db
    .updateTable('billing_commands')
    .set({ due_at: dueAt, last_error: error })
    .where('id', '=', id)
    .where('tries', '=', tries)
    .where('done_at', 'is', null)
    .execute();
}

/** Nothing that failed commands took away comes back: its person wants what there is now. */
export async function forgetTaken(db: Reader, accountId: string): Promise<void> {
  await sql`
    update billing_commands set args = args - 'taken'
    where account_id = ${accountId} and done_at is null and args ? 'taken'`.execute(db);
}

/** What a command asks for, as it is now. */
export async function selectArgs(db: Reader, id: string): Promise<unknown> {
  const row = await db.selectFrom('billing_commands').select('args').where('id', '=', id).executeTakeFirst();
  return row?.args;
}

/** Commands whose process died between giving them and hearing how it went, and those that failed and took something away. */
export function selectOrphans(db: Reader, now: Date) {
  return db
    .selectFrom('billing_commands')
    .select(['id', 'account_id', 'created_at', 'looks', 'tries'])
    .where('livemode', '=', sql<boolean>`payments_livemode()`)
    .where('done_at', 'is', null)
    .where('parked_at', 'is', null)
    .where('due_at', '<=', now)
    .orderBy('due_at')
    .limit(100)
    .execute();
}

/** Looks again how all commands went that were given up; answers how many. */
export async function unparkCommands(trx: Transaction<DB>, now: Date): Promise<number> {
  const { rows } = await sql`
    update billing_commands set parked_at = null, looks = 0, due_at = ${now}
    where livemode = payments_livemode() and done_at is null and parked_at is not null returning 1`.execute(
    trx,
  );
  return rows.length;
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
      looks: eb('looks', '+', 1),
      last_error: error,
      ...(next ? { due_at: next } : { parked_at: now }),
    }))
    .where('id', '=', id)
    // Not one that was given again meanwhile.
    .where('due_at', '<=', now)
    .execute();
}
