import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { formatTime } from '#web/lib/format.ts';
import { m } from '#web/lib/messages.ts';
import { useApi } from '#web/lib/session/session.ts';
import { ErrorState } from '#web/ui/feedback/error-state.tsx';
import { LoadingState } from '#web/ui/feedback/loading-state.tsx';
import { MoreButton } from '#web/ui/more-button.tsx';
import pageClasses from '../admin/billing-page.module.css';
import classes from './legal.module.css';
import { consentsQuery, consentTextQuery } from './queries.ts';

const KINDS = {
  terms: m.legal_consents_terms,
  'begin-now': m.legal_consents_begin_now,
  withdrawal: m.legal_consents_withdrawal,
};

interface Consent {
  readonly no: number;
  readonly kind: keyof typeof KINDS;
  readonly at: string;
  readonly hash: string;
}

/** What a member agreed to; its words, which can be many pages, come when they are opened. */
export function Consents({ userId }: { userId: string }) {
  const list = useInfiniteQuery(consentsQuery(useApi(), userId));
  const items = list.data?.pages.flatMap((page) => page.items);
  return (
    <>
      <h3 className={pageClasses.subtitle}>{m.legal_consents()}</h3>
      {list.error && !items && <ErrorState error={list.error} heading="h3" />}
      {!items && !list.error && <LoadingState inline />}
      {items?.length === 0 && <p>{m.legal_consents_none()}</p>}
      <div className={classes.consents}>
        {items?.map((consent) => (
          <ConsentRow key={consent.no} userId={userId} consent={consent} />
        ))}
      </div>
      <MoreButton list={list}>{m.legal_consents_more()}</MoreButton>
    </>
  );
}

function ConsentRow({ consent: { at, hash, kind }, userId }: { consent: Consent; userId: string }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        {KINDS[kind]()} · {formatTime(at)}
      </summary>
      {isOpen && <ConsentText userId={userId} hash={hash} />}
    </details>
  );
}

function ConsentText({ hash, userId }: { hash: string; userId: string }) {
  const { data, error } = useQuery(consentTextQuery(useApi(), { id: userId, hash }));
  if (data) return <p className={classes.statement}>{data.text}</p>;
  return error ? <ErrorState error={error} heading="h3" /> : <LoadingState inline />;
}
