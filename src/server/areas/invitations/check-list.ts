import type { InviteLine } from '#contract/administration/invitations';
import { canAdminister } from '#domain/access/can-administer';
import type { Tier } from '#domain/tiers';
import { authorise } from '#server/authorise';
import { Failure } from '#server/failure';
import type { Caller, Services } from '#server/services';
import { m } from '../../../messages/messages.js';
import { judgePeople } from './judge-people.ts';
import { readList } from './read-list.ts';
import { selectPlanNames } from './sql.ts';

const MAX = 1000;

/** What would become of each line of a CSV list. Nobody is invited and nothing is written. */
export async function checkList(
  services: Services,
  { viewer }: Caller,
  { csv, tier }: { csv: string; tier: Tier },
): Promise<{ lines: InviteLine[]; ok: number; unknownColumns: string[] }> {
  authorise(canAdminister(viewer));
  const plans = await selectPlanNames(services.db.kysely);
  const { lines: read, unknownColumns } = readList(csv, tier, plans);
  if (read.length > MAX)
    throw new Failure('BAD_INPUT', { fields: { csv: m.faults_at_most_people_at_a_time({ number: MAX }) } });
  const lines = await judgePeople(services.db.kysely, services, read);
  return { lines, ok: lines.filter(({ outcome }) => outcome === 'ok').length, unknownColumns };
}
