import { sql } from 'kysely';
import type { Reader } from '../client.ts';

export interface SchoolKeyRow {
  readonly fingerprint: string;
  readonly sealed: string | null;
}

/** Whether the database is new enough to keep keys. */
export async function hasSchoolKeys(db: Reader): Promise<boolean> {
  const { rows } = await sql<{ there: boolean }>`
    select to_regclass('public.school_keys') is not null as there`.execute(db);
  return rows[0]?.there === true;
}

export async function selectSchoolKey(db: Reader): Promise<SchoolKeyRow | undefined> {
  return db.selectFrom('school_keys').select(['fingerprint', 'sealed']).executeTakeFirst();
}

/** The signing key of certificates, sealed with the school's key; undefined before the first start. */
export async function selectSealedSigningKey(db: Reader): Promise<string | undefined> {
  const { rows } = await sql<{ sealed_key: string }>`
    select sealed_key from signing_keys where retired_at is null`.execute(db);
  return rows[0]?.sealed_key;
}

/** Another process may have been faster: then its row stays. */
export async function insertSchoolKey(db: Reader, row: SchoolKeyRow): Promise<void> {
  await db
    .insertInto('school_keys')
    .values({ ...row })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export async function resealSchoolKey(
  db: Reader,
  { fingerprint, sealed }: { fingerprint: string; sealed: string },
): Promise<void> {
  await db.updateTable('school_keys').set({ sealed }).where('fingerprint', '=', fingerprint).execute();
}

export async function deleteSchoolKey(db: Reader): Promise<void> {
  await db.deleteFrom('school_keys').execute();
}
