import type { User } from '#contract/accounts/accounts';
import type { Member } from '#domain/access/viewer';
import { Failure } from '#server/failure';
import type { Caller } from '#server/services';

/** The member who calls; the procedure's declared access has refused everybody else already. */
export function signedIn({ viewer }: Caller): Member {
  if (viewer.kind !== 'member') throw new Failure('SIGN_IN_REQUIRED');
  return viewer;
}

/** A member as the app shows one (spec section 3). */
export function toUser(member: Member): User {
  return {
    id: member.userId,
    name: member.name,
    email: member.email,
    role: member.isAdmin || member.administersElsewhere ? 'admin' : 'user',
    subscriptionTier: member.tier,
    avatar: member.avatarUrl,
    twoFactorEnabled: member.twoFactorEnabled,
    erasesAt: member.erasesAt?.toISOString() ?? null,
    support: member.support
      ? {
          by: member.support.adminName,
          endsAt: member.support.endsAt.toISOString(),
          mode: member.support.mode,
        }
      : null,
  };
}
