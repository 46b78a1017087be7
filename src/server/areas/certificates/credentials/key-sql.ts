import { sql, type Transaction } from 'kysely';
import type { Reader } from '#server/db/client';
import type { DB } from '#server/db/types';

/** The public half of an Ed25519 key (RFC 8037). */
export interface PublicKey {
  readonly kty: 'OKP';
  readonly crv: 'Ed25519';
  readonly x: string;
}

export interface PresentKey {
  readonly kid: string;
  readonly public_key: PublicKey;
  readonly sealed_key: string;
}

/** The key that signs at present. */
export async function selectPresentKey(db: Reader): Promise<PresentKey | undefined> {
  const { rows } = await sql<PresentKey>`
    select kid, public_key, sealed_key from signing_keys where retired_at is null`.execute(db);
  return rows[0];
}

/** All keys whose signatures count, the present one first. */
export async function selectPublicKeys(db: Reader): Promise<{ kid: string; public_key: PublicKey }[]> {
  const { rows } = await sql<{ kid: string; public_key: PublicKey }>`
    select kid, public_key from signing_keys where distrusted_at is null
    order by retired_at is not null, created_at desc`.execute(db);
  return rows;
}

/** Retires the present key: it signs no more. */
export async function retireKey(
  trx: Transaction<DB>,
  { distrust, now }: { now: Date; distrust: boolean },
): Promise<string | null> {
  const { rows } = await sql<{ kid: string }>`
    update signing_keys set retired_at = ${now}, sealed_key = null, distrusted_at = case when ${distrust} then ${now}::timestamptz end
    where retired_at is null returning kid`.execute(trx);
  return rows[0]?.kid ?? null;
}

export async function insertKey(
  trx: Transaction<DB>,
  { kid, now, publicKey, sealed }: { kid: string; publicKey: PublicKey; sealed: string; now: Date },
): Promise<void> {
  await sql`insert into signing_keys (kid, public_key, sealed_key, created_at)
    values (${kid}, ${JSON.stringify(publicKey)}::jsonb, ${sealed}, ${now})`.execute(trx);
}
