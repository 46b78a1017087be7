import { useQuery } from '@tanstack/react-query';
import type { Rights } from '#contract/legal';
import { formatDate } from '#web/lib/format.ts';
import { m } from '#web/lib/messages.ts';
import { useApi } from '#web/lib/session/session.ts';
import { LinkButton } from '#web/ui/link-button.tsx';
import classes from './legal.module.css';
import { WithdrawalWords } from './legal-pages.tsx';
import { legalPagesQuery } from './legal-pages-query.ts';
import { rightsQuery } from './queries.ts';

/** The right to withdraw, while there is one, and what is not settled yet; nothing else. */
export function OwnRights() {
  const api = useApi();
  const { data: rights } = useQuery(rightsQuery(api));
  const { data: pages } = useQuery(legalPagesQuery(api));
  const pending = rights?.requests.filter(({ isDone }) => !isDone) ?? [];
  return (
    <>
      {pending.map((request) => (
        <p key={request.id} className={classes.card}>
          {pendingWords(request)}
        </p>
      ))}
      {rights?.withdrawal && pages?.withdrawal && (
        <section className={classes.card}>
          <WithdrawalWords withdrawal={rights.withdrawal} />
          <div className={classes.actions}>
            <LinkButton to="/legal/$page" params={{ page: 'withdrawal' }} variant="secondary">
              {pages.withdrawal.label}
            </LinkButton>
          </div>
        </section>
      )}
    </>
  );
}

function pendingWords({ endsOn, kind, receivedAt }: Rights['requests'][number]): string {
  const date = formatDate(receivedAt);
  if (kind === 'cancellation' && endsOn !== null)
    return m.legal_pending_on({ date, end: formatDate(`${endsOn}T12:00:00Z`) });
  return kind === 'withdrawal'
    ? m.legal_pending_withdrawal({ date })
    : m.legal_pending_cancellation({ date });
}
