import { randomBytes } from 'node:crypto';
import { recordAudit } from '#server/db/audit';
import type { Caller, Services } from '#server/services';
import { endKeys } from '../keys/end-keys.ts';
import { hashPasswordOfStart } from '../password/passwords.ts';
import { dropChallenges } from '../sign-in/challenge-sql.ts';
import { deleteSessions, holdUserByEmail, insertUser, selectPasswordHash, setPasswordHash } from '../sql.ts';
import { claimAccount } from './claim-account.ts';

const NAME = 'Administrator';

interface Wanted {
  readonly email: string;
  /**
   * Left out: a new account and one that was never confirmed get a random one, an account of somebody keeps its own,
   * or none if it has none.
   */
  readonly password?: string;
}
export interface EnsuredAdministrator {
  readonly created: boolean;
  /** Whether somebody had registered the address and never confirmed it: nothing of that opens the account any more. */
  readonly claimed: boolean;
  /** The password that was made up. */
  readonly password: string | null;
  /** Whether the account was no administrator before. */
  readonly granted: boolean;
  readonly hasPassword: boolean;
}

/** Sees to it that an administrator with this address exists, confirmed. For the start and the command line. */
export async function ensureAdministrator(
  { clock, db }: Services,
  caller: Caller,
  wanted: Wanted,
): Promise<EnsuredAdministrator> {
  const email = wanted.email.trim().toLowerCase();
  const madeUp = randomBytes(12).toString('base64url');
  return db.transaction(async (trx) => {
    const inserted = await insertUser(trx, { name: NAME, email, email_verified: true });
    const known = inserted ? undefined : await holdUserByEmail(trx, email);
    const id = inserted?.id ?? known?.id;
    if (id === undefined) throw new Error(`couldn't create the account ${email}`);
    // The person who registered the address need not be its owner.
    const claimed = known?.email_verified === false;
    if (claimed) await claimAccount(trx, caller, { id, name: NAME, now: clock.now() });
    const role = await trx
      .insertInto('user_roles')
      .values({ user_id: id, role: 'admin' })
      .onConflict((conflict) => conflict.doNothing())
      .returning('role')
      .executeTakeFirst();
    const isNew = inserted !== undefined || claimed;
    const password = wanted.password ?? (isNew ? madeUp : undefined);
    if (password !== undefined)
      await setPasswordHash(trx, id, await hashPasswordOfStart(password), clock.now());
    // A rise of rights begins with a new sign-in and its new token.
    if (role && !inserted) {
      await deleteSessions(trx, id);
      await endKeys(trx, id);
      await dropChallenges(trx, id);
    }
    if (inserted || role)
      await recordAudit(trx, caller, {
        action: 'role.grant',
        entity: 'user',
        entityId: id,
        after: { role: 'admin' },
      });
    return {
      created: inserted !== undefined,
      claimed,
      granted: role !== undefined,
      hasPassword: Boolean((await selectPasswordHash(trx, id))?.password),
      password: wanted.password === undefined && isNew ? madeUp : null,
    };
  });
}
