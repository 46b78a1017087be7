import { randomBytes } from 'node:crypto';
import { recordAudit } from '#server/db/audit';
import type { Caller, Services } from '#server/services';
import { hashPassword } from './passwords.ts';
import { deleteSessions, insertUser, selectPasswordHash, selectUserByEmail, setPasswordHash } from './sql.ts';

interface Wanted {
  readonly email: string;
  /** Left out: a new account gets a random one, a known account keeps its own, or none if it has none. */
  readonly password?: string;
}
export interface EnsuredAdministrator {
  readonly created: boolean;
  /** The password that was made up for a new account. */
  readonly password: string | null;
  /** Whether the account was no administrator before. */
  readonly granted: boolean;
  readonly hasPassword: boolean;
}

/** Sees to it that an administrator with this address exists, confirmed. For the start and the command line. */
export async function ensureAdministrator(
  { db }: Services,
  caller: Caller,
  wanted: Wanted,
): Promise<EnsuredAdministrator> {
  const email = wanted.email.trim().toLowerCase();
  const madeUp = randomBytes(12).toString('base64url');
  return db.transaction(async (trx) => {
    const inserted = await insertUser(trx, { name: 'Administrator', email, email_verified: true });
    const id = inserted?.id ?? (await selectUserByEmail(trx, email))?.id;
    if (id === undefined) throw new Error(`the account ${email} could not be made`);
    await trx.updateTable('users').set({ email_verified: true }).where('id', '=', id).execute();
    const role = await trx
      .insertInto('user_roles')
      .values({ user_id: id, role: 'admin' })
      .onConflict((conflict) => conflict.doNothing())
      .returning('role')
      .executeTakeFirst();
    const isNew = inserted !== undefined;
    const password = wanted.password ?? (isNew ? madeUp : undefined);
    if (password !== undefined) await setPasswordHash(trx, id, await hashPassword(password));
    // A rise of rights begins with a new sign-in and its new token.
    if (role && !inserted) await deleteSessions(trx, id);
    if (inserted || role)
      await recordAudit(trx, caller, {
        action: 'role.grant',
        entity: 'user',
        entityId: id,
        after: { role: 'admin' },
      });
    return {
      created: isNew,
      granted: role !== undefined,
      hasPassword: Boolean((await selectPasswordHash(trx, id))?.password),
      password: wanted.password === undefined && isNew ? madeUp : null,
    };
  });
}
