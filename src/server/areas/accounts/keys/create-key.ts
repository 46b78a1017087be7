import type { Transaction } from 'kysely';
import type { z } from 'zod';
import type { KeyRow, keyForm } from '#contract/accounts/keys';
import { canMakeKey } from '#domain/access/people/can-make-key';
import { authorise } from '#server/authorise';
import { recordAudit } from '#server/db/audit';
import { enqueueMail } from '#server/db/mail/mail-outbox';
import type { DB } from '#server/db/types';
import { Failure } from '#server/failure';
import type { Caller, Services } from '#server/services';
import { demandFreshProof } from '../proof/demand-fresh-proof.ts';
import { securityLink } from '../registration/mail-links.ts';
import { demandSession } from '../sessions/demand-session.ts';
import { signedIn } from '../sessions/signed-in.ts';
import { countKeys } from './key-sql.ts';
import { hashOfKey, knownScopes, MAX_KEYS, newKey, toKeyRow } from './keys.ts';

const A_DAY_MS = 24 * 3600 * 1000;

/**
 * Creates an API key and answers it this once; a mail notifies the owner. Fails with PROOF_REQUIRED, TOO_MANY_KEYS, and
 * ADMINISTRATOR_REQUIRED for scopes of administrators.
 */
export async function createKey(
  services: Services,
  caller: Caller,
  { days, name, scopes }: z.infer<typeof keyForm>,
): Promise<{ row: KeyRow; key: string }> {
  const { clock, config, db } = services;
  const member = signedIn(caller);
  authorise(canMakeKey(member, scopes));
  await demandFreshProof(services, caller);
  const now = clock.now();
  const key = newKey();
  const values = {
    user_id: member.userId,
    name,
    start: key.slice(0, 8),
    secret_hash: hashOfKey(key) ?? '',
    scopes: knownScopes(scopes),
    created_at: now,
    expires_at: new Date(now.getTime() + days * A_DAY_MS),
  };
  return db.transaction(async (trx) => {
    await holdRoom(trx, caller);
    const row = await trx.insertInto('api_keys').values(values).returningAll().executeTakeFirstOrThrow();
    await recordAudit(trx, caller, {
      action: 'key.create',
      entity: 'user',
      entityId: member.userId,
      after: { key: row.id, name, scopes: values.scopes, expiresAt: row.expires_at },
    });
    await enqueueMail(trx, {
      eventKey: `key-created:${row.id}`,
      template: 'key-created',
      recipient: member.email,
      props: { name: member.name, key: name, link: securityLink(config) },
    });
    return { row: toKeyRow(row, now), key };
  });
}

/** Two keys at one moment are counted one after the other, and a session that ends at this moment makes none. */
async function holdRoom(trx: Transaction<DB>, caller: Caller): Promise<void> {
  const count = await countKeys(trx, signedIn(caller).userId);
  await demandSession(trx, caller);
  if (count >= MAX_KEYS) throw new Failure('TOO_MANY_KEYS');
}
