import type { Transaction } from 'kysely';
import type { z } from 'zod';
import type { SignInAnswer } from '#contract/accounts/accounts';
import type { acceptForm } from '#contract/administration/invitations';
import type { Tier } from '#domain/tiers';
import { takeAddress } from '#server/areas/accounts/address/take-address';
import { hashPassword } from '#server/areas/accounts/password/passwords';
import { refuseWeakPassword } from '#server/areas/accounts/password/refuse-weak-password';
import { announceMember } from '#server/areas/accounts/registration/announce-member';
import { refuseBadName } from '#server/areas/accounts/registration/refuse-bad-name';
import { beginSession } from '#server/areas/accounts/sessions/begin-session';
import { consumeToken } from '#server/areas/accounts/sessions/tokens-sql';
import type { Exchange } from '#server/areas/accounts/sign-in/sign-in';
import { insertUser, isStillPassword, selectUser, setPasswordHash } from '#server/areas/accounts/sql';
import { recordAudit } from '#server/db/audit';
import type { DB } from '#server/db/types';
import { Failure } from '#server/failure';
import type { Caller, Services } from '#server/services';
import { lockInvitation } from './sql.ts';

type Form = z.output<typeof acceptForm> & { readonly token: string };

/**
 * Opens the account that an invitation is for: the link proves the mailbox, so the address is confirmed at once. An
 * account that someone registered with the address and never confirmed makes room. Open to everyone. Fails with
 * LINK_EXPIRED, ACCOUNT_EXISTS when the owner joined otherwise, PASSWORD_TOO_COMMON and PASSWORD_TOO_WEAK; after the
 * latter two the link still works. Who joins is signed in.
 */
export async function acceptInvitation(
  services: Services,
  caller: Caller,
  { name, password, token }: Form,
  { resHeaders }: Pick<Exchange, 'resHeaders'>,
): Promise<SignInAnswer> {
  const { clock, db, settings } = services;
  const passwordHash = await hashPassword(password);
  const now = clock.now();
  const userId = await db.transaction(async (trx) => {
    const known = (await consumeToken(trx, 'invitation', token, now)) as { invitationId: string } | null;
    const row = known && (await lockInvitation(trx, known.invitationId));
    // A process of the release before ends an administrator's rights without withdrawing what they sent.
    const isOpen = row && !row.accepted_at && !row.withdrawn_at && row.expires_at > now && row.is_backed;
    if (!isOpen) throw new Failure('LINK_EXPIRED');
    await refuseBadName({ settings }, name, { isAdmin: row.is_admin });
    await refuseWeakPassword({ settings }, password, { name, email: row.email });
    const userId = await openAccount(trx, services, caller, { name, email: row.email, passwordHash });
    await giveRights(trx, userId, row);
    await trx
      .updateTable('invitations')
      .set({ accepted_at: now, accepted_by: userId })
      .where('id', '=', row.id)
      .execute();
    await announceMember(trx, { userId, name });
    await recordAudit(trx, caller, {
      action: 'invitation.accept',
      entity: 'user',
      entityId: userId,
      after: { tier: row.tier, role: row.is_admin ? 'admin' : 'user' },
    });
    return userId;
  });
  const user = await selectUser(db.kysely, userId);
  if (!user) throw new Failure('INVALID_CREDENTIALS');
  const confirm = async (trx: Transaction<DB>) => {
    if (!(await isStillPassword(trx, userId, passwordHash))) throw new Failure('INVALID_CREDENTIALS');
  };
  return beginSession(services, caller, { user, confirm, by: { firstFactor: 'invitation' } }, { resHeaders });
}

/**
 * A new account of this address, confirmed. One that was registered with it and never confirmed is nobody's and makes
 * room, with all that its password or links could open.
 */
async function openAccount(
  trx: Transaction<DB>,
  services: Services,
  caller: Caller,
  { email, name, passwordHash }: { email: string; name: string; passwordHash: string },
): Promise<string> {
  const created = await takeAddress(trx, services, caller, {
    email,
    take: async () => insertUser(trx, { name, email, email_verified: true }),
  });
  if (!created) throw new Failure('ACCOUNT_EXISTS');
  await setPasswordHash(trx, created.id, passwordHash, services.clock.now());
  return created.id;
}

async function giveRights(
  trx: Transaction<DB>,
  userId: string,
  { is_admin, tier }: { tier: Tier; is_admin: boolean },
): Promise<void> {
  await trx.updateTable('profiles').set({ subscription_tier: tier }).where('id', '=', userId).execute();
  if (!is_admin) return;
  await trx
    .insertInto('user_roles')
    .values({ user_id: userId, role: 'admin' })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
