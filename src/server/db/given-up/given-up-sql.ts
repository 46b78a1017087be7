import { sql, type Transaction } from 'kysely';
import type { Reader } from '#server/db/client';
import type { DB } from '#server/db/types';

/** Has a file of the store removed from that time on, unless it is kept by then: a process that dies meanwhile leaves nothing there. */
export async function giveUpLater(db: Reader, key: string, at: Date): Promise<void> {
  await sql`insert into files_to_remove (key, retry_at) values (${key}, ${at})`.execute(db);
}

/** Its time has not come, and nobody has tried to remove it: a removal that failed may have removed it all the same. */
const isUntouched = (now: Date) => sql`retry_at > ${now} and failures = 0`;

/** Has files of the store that were given up wait until then; one whose time has come already is not held up any more. */
export async function postponeRemoval(
  db: Reader,
  keys: readonly string[],
  { at, now }: { at: Date; now: Date },
): Promise<void> {
  await sql`update files_to_remove set retry_at = ${at} where key = any(${[...keys]}::text[]) and ${isUntouched(now)}`.execute(
    db,
  );
}

/** Keeps files of the store that would be removed later. Fails where the time of one has come: it may be gone. */
export async function keepFiles(trx: Transaction<DB>, keys: readonly string[], now: Date): Promise<void> {
  const { numAffectedRows = 0n } = await sql`
    delete from files_to_remove where key = any(${[...keys]}::text[]) and ${isUntouched(now)}`.execute(trx);
  if (numAffectedRows !== BigInt(keys.length))
    throw new Error('a file was removed from the store before all of it was there');
}

/** Has files of the store removed once this is committed: nothing names them any more. */
export async function giveUpFiles(trx: Transaction<DB>, keys: readonly string[]): Promise<void> {
  await sql`insert into files_to_remove (key) select unnest(${[...keys]}::text[]) on conflict do nothing`.execute(
    trx,
  );
}

/** What has been removed from the store needs no removal any more. */
export async function forgetGivenUp(db: Reader, key: string): Promise<void> {
  await sql`delete from files_to_remove where key = ${key}`.execute(db);
}
