import { NAME_FAULTS } from '#contract/accounts/name-faults';
import type { Team } from '#contract/teams';
import { nameFault } from '#domain/accounts/display-name';
import { recordAudit } from '#server/db/audit';
import { Failure } from '#server/failure';
import type { Caller, Services } from '#server/services';
import { describeTeam } from './describe-team.ts';
import { ownTeam } from './own-team.ts';
import { updateTeam } from './team-sql.ts';

/** Renames the caller's own team. Fails with TEAM_NOT_FOUND, and BAD_INPUT for a name that no mail may carry. */
export async function renameTeam(
  services: Services,
  caller: Caller,
  { name }: { name: string },
): Promise<Team> {
  await refuseBadTeamName(services, name);
  const team = await ownTeam(services, caller);
  await services.db.transaction(async (trx) => {
    await updateTeam(trx, team.id, { name });
    await recordAudit(trx, caller, {
      action: 'team.rename',
      entity: 'team',
      entityId: team.id,
      before: { name: team.name },
      after: { name },
    });
  });
  return describeTeam(services, { ...team, name });
}

/** A team's name stands in mails to strangers, as its owner's does (decision 42); it may be called a team. */
export async function refuseBadTeamName(
  { settings }: Pick<Services, 'settings'>,
  name: string,
): Promise<void> {
  const { school } = await settings.current();
  const rest = name.replace(/(?<!\p{L})teams?(?!\p{L})/giu, ' ').trim();
  const fault = nameFault(rest, school.name);
  if (fault !== null) throw new Failure('BAD_INPUT', { fields: { name: NAME_FAULTS[fault]() } });
}
