import type { BillingRequest } from '#contract/legal';
import { formatDate, formatTime } from '#web/lib/format.ts';
import { m } from '#web/lib/messages.ts';
import { priceWords } from '#web/lib/money.ts';
import { useTierName } from '#web/ui/badges/tier-badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { TextLink } from '#web/ui/text-link.tsx';
import { draftWords } from './draft.ts';
import classes from './legal.module.css';
import type { Action } from './settle-dialog.tsx';

const OUTCOMES = {
  canceled: m.legal_requests_outcome_canceled,
  refunded: m.legal_requests_outcome_refunded,
  other: m.legal_requests_outcome_other,
};

interface RequestCardProps {
  readonly request: BillingRequest;
  readonly onSettle: (action: Action) => void;
}

/** One request: what was declared, whose it is, and what can be done about it. */
export function RequestCard({ onSettle, request }: RequestCardProps) {
  const { contract, email, lastError, member, name, note, outcome, reason, state } = request;
  const words = draftWords({
    ...request,
    name: '',
    email: '',
    website: '',
    contract: contract ?? '',
    reason: reason ?? '',
  });
  return (
    <li className={classes.request}>
      <h3>
        {name ?? m.billing_admin_deleted()} {email && <small className={classes.soft}>{email}</small>}
      </h3>
      <p className={classes.meta}>
        <span>{m.legal_requests_received({ time: formatTime(request.receivedAt) })}</span>
        {request.isSignedIn && state === 'open' && <span>{m.legal_requests_signed_in()}</span>}
        {state === 'done' && outcome && <span>{OUTCOMES[outcome]()}</span>}
      </p>
      <p className={classes.statement}>{words}</p>
      {state === 'open' && !request.isSignedIn && (
        <p className={classes.warning}>{m.legal_requests_anonymous()}</p>
      )}
      {state === 'accepted' && (
        <p className={lastError ? classes.warning : undefined}>
          {request.endsOn !== null && !lastError
            ? m.legal_requests_waiting({ date: formatDate(`${request.endsOn}T12:00:00Z`) })
            : m.legal_requests_retry()}{' '}
          {lastError && m.billing_admin_error({ error: lastError })}
        </p>
      )}
      {note && <p>{note}</p>}
      {member && (
        <p>
          <TextLink to="/admin/users/$id" params={{ id: member.userId }}>
            {m.legal_requests_of({ name: member.name })}
          </TextLink>
        </p>
      )}
      {state === 'open' && <MemberWords request={request} />}
      {state !== 'done' && <Actions request={request} onSettle={onSettle} />}
    </li>
  );
}

function MemberWords({ request: { kind, member } }: { request: BillingRequest }) {
  const tierName = useTierName();
  if (!member) return <p>{m.legal_requests_no_member()}</p>;
  const { subscription } = member;
  if (!subscription) return <p>{m.legal_requests_no_subscription()}</p>;
  const date = formatDate(subscription.withdrawalEnds);
  const isOpen = new Date(subscription.withdrawalEnds) > new Date();
  return (
    <p>
      {m.legal_requests_subscription({
        plan: tierName(subscription.tier),
        price: priceWords(subscription),
        date: formatDate(subscription.startedAt),
      })}{' '}
      {kind === 'withdrawal' &&
        (isOpen ? m.legal_requests_period_open({ date }) : m.legal_requests_period_over({ date }))}
    </p>
  );
}

function Actions({ onSettle, request: { kind, member, name, state } }: RequestCardProps) {
  const canAct = state === 'open' && member?.subscription != null;
  const label = (words: string) => `${words}: ${name ?? m.billing_admin_deleted()}`;
  return (
    <div className={classes.actions}>
      {canAct && (
        <>
          <Button
            size="sm"
            variant={kind === 'cancellation' ? 'primary' : 'secondary'}
            aria-label={label(m.legal_requests_cancel())}
            onClick={() => onSettle('cancel')}
          >
            {m.legal_requests_cancel()}
          </Button>
          <Button
            size="sm"
            variant={kind === 'withdrawal' ? 'primary' : 'secondary'}
            aria-label={label(m.legal_requests_refund())}
            onClick={() => onSettle('refund')}
          >
            {m.legal_requests_refund()}
          </Button>
        </>
      )}
      <Button
        size="sm"
        variant="secondary"
        aria-label={label(m.legal_requests_other())}
        onClick={() => onSettle('other')}
      >
        {m.legal_requests_other()}
      </Button>
    </div>
  );
}
