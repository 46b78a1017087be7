import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { BillingRequest } from '#contract/legal';
import { failureCode } from '#web/lib/api/api-error.ts';
import { toastFailure } from '#web/lib/api/toast-failure.ts';
import { m } from '#web/lib/messages.ts';
import { useAsked } from '#web/lib/saving/use-asked.ts';
import { useApi } from '#web/lib/session/session.ts';
import { toast } from '#web/lib/toast.ts';
import { ErrorState } from '#web/ui/feedback/error-state.tsx';
import { LoadingState } from '#web/ui/feedback/loading-state.tsx';
import pageClasses from '../admin/billing-page.module.css';
import classes from './legal.module.css';
import { requestsQuery } from './queries.ts';
import { RequestCard } from './request-card.tsx';
import { type Action, SettleDialog } from './settle-dialog.tsx';

interface Question {
  readonly request: BillingRequest;
  readonly action: Action;
}

/** Withdrawals and cancellations: what waits for a decision first, then what was settled of late. */
export function Requests() {
  const api = useApi();
  const queryClient = useQueryClient();
  const { data, error } = useQuery(requestsQuery(api));
  const { ask, asked, close } = useAsked<Question>();
  if (error && !data) return <ErrorState error={error} heading="h2" />;
  if (!data) return <LoadingState inline />;
  const settle = async (question: Question, note: string) => {
    const { action, request } = question;
    try {
      const userId = request.member?.userId ?? null;
      await api.legal.decide({ id: request.id, action, userId, note });
      toast({ title: m.legal_requests_settled() });
    } catch (failure) {
      // Who was asked for the password and did not give it changed their mind.
      if (failureCode(failure) !== 'PROOF_REQUIRED') toastFailure(failure);
    } finally {
      close(question);
      await queryClient.invalidateQueries({ queryKey: ['billing'] });
    }
  };
  const groups = [
    { title: m.legal_requests_open(), of: 'open' },
    { title: m.legal_requests_accepted(), of: 'accepted' },
    { title: m.legal_requests_recent(), of: 'done' },
  ] as const;
  return (
    <section className={pageClasses.block}>
      <h2>{m.legal_requests()}</h2>
      {data.length === 0 && <p>{m.legal_requests_none()}</p>}
      {groups.map(({ of, title }) => {
        const requests = data.filter(({ state }) => state === of);
        if (requests.length === 0) return null;
        return (
          <div key={of} className={classes.stack}>
            <h3>{title}</h3>
            <ul className={classes.requests}>
              {requests.map((request) => (
                <RequestCard
                  key={request.id}
                  request={request}
                  onSettle={(action) => ask({ request, action })}
                />
              ))}
            </ul>
          </div>
        );
      })}
      {asked && (
        <SettleDialog {...asked} onCancel={() => close(asked)} onConfirm={(note) => settle(asked, note)} />
      )}
    </section>
  );
}
