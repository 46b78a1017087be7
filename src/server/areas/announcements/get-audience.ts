import { canAdminister } from '#domain/access/can-administer';
import { marketingAllowed } from '#domain/notifications/announcement';
import type { Tier } from '#domain/tiers';
import { authorise } from '#server/authorise';
import type { Caller, Services } from '#server/services';
import { countAudience } from './sql.ts';

/** Whether announcements go out at all, and how many members of each plan would get one now. */
export async function getAudience(
  { db, settings }: Services,
  { viewer }: Caller,
): Promise<{ isOn: boolean; members: Record<Tier, number> }> {
  authorise(canAdminister(viewer));
  const { notifications } = await settings.current();
  return { isOn: marketingAllowed(notifications), members: await countAudience(db.kysely) };
}
