import type { Transaction } from 'kysely';
import { email } from '#contract/accounts/accounts';
import { whoseSignIn } from '#domain/access/people/whose-sign-in';
import { announceMember } from '#server/areas/accounts/registration/announce-member';
import { claimAccount } from '#server/areas/accounts/registration/claim-account';
import { personName } from '#server/areas/accounts/registration/person-name';
import { insertUser } from '#server/areas/accounts/sql';
import { recordAudit } from '#server/db/audit';
import type { DB } from '#server/db/types';
import { Failure } from '#server/failure';
import type { Caller, Services } from '#server/services';
import { notifyOfLink } from './notify-of-link.ts';
import { holdOwner, insertLink } from './sql.ts';
import type { Vouched } from './vouched.ts';

type Owner = NonNullable<Awaited<ReturnType<typeof holdOwner>>>;

/**
 * The account of somebody who comes by this service for the first time; answers its id. Fails with ADDRESS_UNVERIFIED
 * and LINK_FIRST, and with ACCOUNT_DISABLED.
 */
export async function firstSignIn(
  trx: Transaction<DB>,
  services: Services,
  caller: Caller,
  { identity, school, service }: Vouched & { readonly school: string },
): Promise<string> {
  const address = email.safeParse(identity.verifiedEmail ?? undefined).data ?? null;
  const name = personName(identity.name, address ?? '', school);
  const created = address === null ? undefined : await createUser(trx, caller, { name, email: address });
  const owner = address === null || created ? null : ((await holdOwner(trx, address)) ?? null);
  const outcome = created ? 'create-account' : whoseSignIn(address, owner && factsOf(owner));
  if (outcome === 'address-unverified') throw new Failure('ADDRESS_UNVERIFIED');
  if (outcome === 'link-first') throw new Failure('LINK_FIRST');
  const userId = created ?? owner?.id;
  if (owner?.disabled_at) throw new Failure('ACCOUNT_DISABLED');
  // The account went away between two statements.
  if (userId === undefined) throw new Failure('SIGN_IN_EXPIRED');
  if (outcome === 'claim-account')
    await claimAccount(trx, caller, { id: userId, name, now: services.clock.now() });
  if (outcome !== 'link-account') await announceMember(trx, { userId, name });
  const { issuer } = service;
  const { label, subject } = identity;
  const linkedTo = await insertLink(trx, { issuer, subject, userId, label }, services.clock.now());
  if (linkedTo !== userId) throw new Failure('SIGN_IN_TAKEN');
  if (outcome === 'link-account' && owner) await notifyOfLink(trx, services, caller, { owner, service });
  return userId;
}

function factsOf({ email_verified, is_admin, two_factor_enabled }: Owner) {
  return {
    emailVerified: email_verified,
    isAdmin: Boolean(is_admin),
    twoFactorEnabled: two_factor_enabled,
  };
}

async function createUser(trx: Transaction<DB>, caller: Caller, user: { name: string; email: string }) {
  const created = await insertUser(trx, { ...user, email_verified: true });
  if (created)
    await recordAudit(trx, caller, { action: 'account.register', entity: 'user', entityId: created.id });
  return created?.id;
}
