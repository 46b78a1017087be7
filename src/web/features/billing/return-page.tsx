import { useEffect, useRef, useState } from 'react';
import { failureCode } from '#web/lib/api/api-error.ts';
import { m } from '#web/lib/messages.ts';
import { Button } from '#web/ui/button.tsx';
import { Page } from '#web/ui/layout/page.tsx';
import { PageHeader } from '#web/ui/layout/page-header.tsx';
import { TextLink } from '#web/ui/text-link.tsx';
import classes from './buy-plan.module.css';
import { useArrival } from './use-arrival.ts';
import { PROFILE } from './way-back.ts';

const PAUSE = 1500;
const MAX_TRIES = 20;

/** Nothing that asking again could change. */
const UNKNOWN = new Set<string>(['SESSION_NOT_FOUND', 'TEAM_NOT_FOUND', 'PAYMENTS_OFF']);

type State = 'waiting' | 'slow' | 'unknown';

interface ReturnPageProps {
  session: string;
  /** Where the plan was wanted for. */
  from?: string | undefined;
  /** Seats for a team were paid for. */
  isTeam?: boolean;
}

/** After checkout: asks how the payment went until it is confirmed, then leads to the page that the plan was wanted for. */
export function ReturnPage({ from = PROFILE, isTeam = false, session }: ReturnPageProps) {
  const arrive = useArrival(isTeam, from);
  const [state, setState] = useState<State>(session === '' ? 'unknown' : 'waiting');
  const [round, setRound] = useState(0);
  const done = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked once a round; what it uses stays the same.
  useEffect(() => {
    let tries = 0;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let gone = false;
    const again = () => {
      tries += 1;
      if (tries >= MAX_TRIES) setState('slow');
      else timer = setTimeout(ask, PAUSE);
    };
    const ask = async () => {
      try {
        const lead = await arrive(session);
        if (gone || done.current) return;
        if (!lead) return again();
        done.current = true;
        await lead();
      } catch (error) {
        if (gone) return;
        const code = failureCode(error);
        if (code && UNKNOWN.has(code)) setState('unknown');
        else again();
      }
    };
    if (session !== '') void ask();
    return () => {
      gone = true;
      clearTimeout(timer);
    };
  }, [round]);
  return (
    <Page width="text">
      <PageHeader title={state === 'unknown' ? m.billing_return_unknown() : m.billing_return_title()} />
      {state === 'unknown' ? (
        <p role="alert">{m.billing_return_failed()}</p>
      ) : (
        <p role="status" aria-live="polite">
          {state === 'waiting' ? m.billing_return_waiting() : m.billing_return_slow()}
        </p>
      )}
      <div className={classes.next}>
        {state === 'slow' && (
          <Button
            onClick={() => {
              setState('waiting');
              setRound(round + 1);
            }}
          >
            {m.billing_return_again()}
          </Button>
        )}
        {state !== 'waiting' && (
          <TextLink to="/profile" search={{ tab: 'subscription' }}>
            {m.billing_manage()}
          </TextLink>
        )}
      </div>
    </Page>
  );
}
