import { audienceTier } from '#domain/access/content/audience-tier';
import { tiersUpTo } from '#domain/tiers';
import type { Caller, Services } from '#server/services';
import { memberOf } from './member-of.ts';
import type { InboxOwner } from './sql.ts';

/** The caller as the owner of an inbox, with what may be read now and here. Fails with SIGN_IN_REQUIRED. */
export function inboxOwner({ clock }: Pick<Services, 'clock'>, caller: Caller): InboxOwner {
  const { viewer } = caller;
  const isAdmin = viewer.kind === 'member' && viewer.isAdmin;
  return { userId: memberOf(caller), tiers: tiersUpTo(audienceTier(viewer)), isAdmin, now: clock.now() };
}
