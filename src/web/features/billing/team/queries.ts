import { queryOptions, useQueryClient } from '@tanstack/react-query';
import type { MyTeams, Team } from '#contract/teams';
import type { Api } from '#web/lib/api/api-client.ts';
import { useApi } from '#web/lib/session/session.ts';
import { billedQuery } from '../queries.ts';
import { useKeepBilled } from '../use-keep-billed.ts';

export const TEAM_PAGE = '/team';

/** The team that one owns, those in which one has a seat, and those that invite. */
export function teamsQuery(api: Api) {
  return queryOptions({
    queryKey: ['billing', 'teams'],
    queryFn: ({ signal }) => api.teams.mine(undefined, { signal }),
  });
}

/** Shows a changed team everywhere. */
export function useKeepTeam(): (team: Team) => void {
  const queryClient = useQueryClient();
  const { queryKey } = teamsQuery(useApi());
  return (owned) => queryClient.setQueryData<MyTeams>(queryKey, (known) => known && { ...known, owned });
}

/** Shows seats that were taken or given back: the own plan follows. */
export function useKeepTeams(): (teams?: MyTeams) => Promise<void> {
  const api = useApi();
  const queryClient = useQueryClient();
  const keepBilled = useKeepBilled();
  return async (teams) => {
    if (teams) queryClient.setQueryData(teamsQuery(api).queryKey, teams);
    else await queryClient.invalidateQueries({ queryKey: teamsQuery(api).queryKey });
    await keepBilled(await queryClient.fetchQuery({ ...billedQuery(api), staleTime: 0 }));
  };
}
