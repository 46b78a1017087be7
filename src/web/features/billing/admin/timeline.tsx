import { useQuery } from '@tanstack/react-query';
import { formatDate, formatTime } from '#web/lib/format.ts';
import { m } from '#web/lib/messages.ts';
import { useApi } from '#web/lib/session/session.ts';
import { TierBadge, useTierName } from '#web/ui/badges/tier-badge.tsx';
import { ErrorState } from '#web/ui/feedback/error-state.tsx';
import { LoadingState } from '#web/ui/feedback/loading-state.tsx';
import { ListTable } from '#web/ui/layout/list-table.tsx';
import { Consents } from '../legal/consents.tsx';
import { NoteForm } from './bank/note-form.tsx';
import classes from './billing-page.module.css';
import { factWords, whyWords } from './fact-words.ts';
import { GiftForm } from './gifts/gift-form.tsx';
import { type Facts, timelineQuery } from './queries.ts';
import { RefundList } from './refund-list.tsx';

type Fact = Facts[number];

const KINDS: Record<Fact['kind'], () => string> = {
  paid: m.billing_admin_fact_paid,
  subscription: m.billing_admin_fact_subscription,
  refund: m.billing_admin_fact_refund,
  dispute: m.billing_admin_fact_dispute,
  grant: m.billing_admin_fact_grant,
  override: m.billing_admin_fact_override,
  withdrawal: m.billing_admin_fact_withdrawal,
};

/** Everything that is known of a person's plan, in the order it became known. */
export function Timeline({ userId }: { userId: string }) {
  const tierName = useTierName();
  const api = useApi();
  const { data, error } = useQuery(timelineQuery(api, userId));
  if (error && !data) return <ErrorState error={error} heading="h3" />;
  if (!data) return <LoadingState inline />;
  const { billed, facts, name, seats } = data;
  return (
    <>
      <h3 className={classes.subtitle}>{m.billing_admin_timeline({ name })}</h3>
      <p className={classes.now}>
        {m.billing_admin_now()} <TierBadge tier={billed.tier} />
      </p>
      <p>{whyWords(billed)}</p>
      {facts.length === 0 ? (
        <p>{m.billing_admin_timeline_none()}</p>
      ) : (
        <ListTable
          caption={m.billing_admin_timeline({ name })}
          columns={[
            { label: m.billing_admin_fact(), className: classes.kind },
            m.billing_admin_fact_at(),
            m.billing_admin_fact_details(),
          ]}
        >
          {facts.map((fact) => (
            <tr key={fact.no}>
              <th scope="row">{KINDS[fact.kind]()}</th>
              <td data-label={m.billing_admin_fact_at()}>{formatTime(fact.at)}</td>
              <td data-label={m.billing_admin_fact_details()}>{factWords(fact, tierName)}</td>
            </tr>
          ))}
        </ListTable>
      )}
      <Consents userId={userId} />
      {seats.length > 0 && (
        <>
          <h3 className={classes.subtitle}>{m.teams_admin_history()}</h3>
          <ul>
            {seats.map(({ assignedAt, releasedAt, team }) => (
              <li key={assignedAt}>
                {releasedAt
                  ? m.teams_admin_seat_past({
                      team,
                      from: formatDate(assignedAt),
                      to: formatDate(releasedAt),
                    })
                  : m.teams_admin_seat_now({ team, from: formatDate(assignedAt) })}
              </li>
            ))}
          </ul>
        </>
      )}
      <RefundList
        title={m.billing_invoices()}
        invoices={billed.invoices}
        onRefund={(order) => api.billing.refund({ id: userId, ...order })}
      />
      <NoteForm key={`invoice ${userId}`} userId={userId} />
      <GiftForm key={userId} userId={userId} />
    </>
  );
}
