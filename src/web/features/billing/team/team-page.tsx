import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { m } from '#web/lib/messages.ts';
import { offersQuery } from '#web/lib/plan-price.ts';
import { useApi } from '#web/lib/session/session.ts';
import { ErrorState } from '#web/ui/feedback/error-state.tsx';
import { LoadingState } from '#web/ui/feedback/loading-state.tsx';
import { Page } from '#web/ui/layout/page.tsx';
import { PageHeader } from '#web/ui/layout/page-header.tsx';
import { TextLink } from '#web/ui/text-link.tsx';
import { InvoiceList } from '../invoices/invoice-list.tsx';
import { plansQuery } from '../queries.ts';
import { comesBackTo } from '../way-back.ts';
import { BuySeats } from './buy-seats.tsx';
import { InvitationList } from './invitation-list.tsx';
import { InviteForm } from './invite-form.tsx';
import { MemberList } from './member-list.tsx';
import { TEAM_PAGE, teamsQuery, useKeepTeam } from './queries.ts';
import { RenameTeam } from './rename-team.tsx';
import { TeamState } from './team-state.tsx';

/** The team that one pays for: its seats, who has them, and who is invited. */
export function TeamPage() {
  const api = useApi();
  const keepTeam = useKeepTeam();
  const { data, error } = useQuery(teamsQuery(api));
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked once, when one comes back; what it uses stays the same.
  useEffect(() => {
    if (comesBackTo(TEAM_PAGE)) api.teams.refresh().then(keepTeam, () => undefined);
  }, []);
  const team = data?.owned;
  // What stands below the rest waits for it, or it would move.
  const isWhole =
    [useQuery(offersQuery(api)), useQuery(plansQuery(api))].every((it) => !it.isPending) && (data || error);
  const hasSeats = team && (team.subscription !== null || team.seats.paid > 0);
  return (
    <Page>
      <PageHeader
        title={team ? team.name : m.teams_title()}
        lead={team ? undefined : m.teams_lead()}
        actions={team && <RenameTeam team={team} />}
      />
      {error && !data && <ErrorState error={error} heading="h2" />}
      {!data && !error && <LoadingState inline />}
      {data && !hasSeats && <BuySeats team={team ?? null} />}
      {team && hasSeats && (
        <>
          <TeamState team={team} />
          {!team.isPayer && <BuySeats team={team} />}
          <InviteForm team={team} />
        </>
      )}
      {team && (team.members.length > 0 || hasSeats) && (
        <>
          <MemberList team={team} />
          <InvitationList team={team} />
          <InvoiceList invoices={team.invoices} from={TEAM_PAGE} open={(id) => api.teams.invoice({ id })} />
        </>
      )}
      {isWhole && (
        <p>
          <TextLink to="/profile" search={{ tab: 'subscription' }}>
            {m.teams_to_subscription()}
          </TextLink>
        </p>
      )}
    </Page>
  );
}
