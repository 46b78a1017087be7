import { queryOptions, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { failureCode } from '#web/lib/api/api-error.ts';
import { m } from '#web/lib/messages.ts';
import { useApi } from '#web/lib/session/session.ts';
import { ErrorState } from '#web/ui/feedback/error-state.tsx';
import { LoadingState } from '#web/ui/feedback/loading-state.tsx';
import { Page } from '#web/ui/layout/page.tsx';
import { PageHeader } from '#web/ui/layout/page-header.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';
import { AnswerButtons } from './answer-buttons.tsx';
import classes from './team.module.css';

/** Where the link of an invitation leads: what it is for, and the one thing that can be done with it. */
export function JoinPage({ invitation: id }: { invitation: string }) {
  const api = useApi();
  const navigate = useNavigate();
  const { data, error } = useQuery(
    queryOptions({
      queryKey: ['billing', 'team-invitation', id],
      queryFn: ({ signal }) => api.teams.invitation({ id }, { signal }),
      enabled: id !== '',
      retry: false,
    }),
  );
  const code = failureCode(error);
  const isUnknown = id === '' || code === 'INVITATION_NOT_FOUND' || code === 'BAD_INPUT';
  if (error && !isUnknown) return <ErrorState error={error} />;
  if (!data && !isUnknown) return <LoadingState />;
  const redirect = `/team?invitation=${id}`;
  const done = () => navigate({ to: '/profile', search: { tab: 'subscription' } });
  return (
    <Page width="text">
      <PageHeader
        title={data && data.state !== 'over' ? m.teams_join_title({ team: data.team }) : m.teams_join_over()}
      />
      <div className={classes.join}>
        {(!data || data.state === 'over') && <p>{m.teams_join_over_text()}</p>}
        {data && data.state !== 'over' && (
          <p>{m.teams_join_text({ owner: data.owner ?? '–', team: data.team })}</p>
        )}
        {data?.state === 'open' && (
          <>
            <p className={classes.soft}>{m.teams_join_privacy()}</p>
            <AnswerButtons id={id} onDone={done} />
          </>
        )}
        {data?.state === 'visitor' && (
          <>
            <p className={classes.soft}>{m.teams_join_visitor()}</p>
            <div className={classes.actions}>
              <LinkButton to="/login" search={{ redirect }}>
                {m.shell_login()}
              </LinkButton>
              <LinkButton to="/register" search={{ redirect }} variant="secondary">
                {m.teams_join_register()}
              </LinkButton>
            </div>
          </>
        )}
        {data?.state === 'other' && <p role="alert">{m.teams_join_other()}</p>}
        {data?.state === 'accepted' && (
          <>
            <p role="status">{m.teams_join_accepted()}</p>
            <div>
              <LinkButton to="/dashboard">{m.teams_to_courses()}</LinkButton>
            </div>
          </>
        )}
      </div>
    </Page>
  );
}
