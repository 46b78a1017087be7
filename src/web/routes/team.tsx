import { createFileRoute } from '@tanstack/react-router';
import { ReturnPage } from '#web/features/billing/return-page.tsx';
import { JoinPage } from '#web/features/billing/team/join-page.tsx';
import { TeamPage } from '#web/features/billing/team/team-page.tsx';
import { m } from '#web/lib/messages.ts';
import { pageHead } from '#web/lib/page-head.ts';
import { requireMember } from '#web/lib/session/guards.ts';

interface TeamSearch {
  /** Of an invitation, for whoever got its link. */
  invitation?: string;
  /** Of a payment that one comes back from. */
  session?: string;
}

export const Route = createFileRoute('/team')({
  validateSearch: (search: TeamSearch) => search,
  beforeLoad: (visit) => (visit.search.invitation ? undefined : requireMember(visit)),
  head: ({ match }) => pageHead(match.context, { title: m.teams_title(), path: '/team', noindex: true }),
  component: Team,
});

/** An address is typed by anybody: what is no text there is read as one. */
function Team() {
  const { invitation, session } = Route.useSearch();
  if (invitation) return <JoinPage invitation={String(invitation)} />;
  return session ? <ReturnPage session={String(session)} isTeam /> : <TeamPage />;
}
