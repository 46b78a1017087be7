import { useRouter } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { ownPath } from '#domain/accounts/own-path';
import { failureCode } from '#web/lib/api/api-error.ts';
import { m } from '#web/lib/messages.ts';
import { useApi } from '#web/lib/session/session.ts';
import { toast } from '#web/lib/toast.ts';
import { useTierName } from '#web/ui/badges/tier-badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { Page } from '#web/ui/layout/page.tsx';
import { PageHeader } from '#web/ui/layout/page-header.tsx';
import { TextLink } from '#web/ui/text-link.tsx';
import classes from './buy-plan.module.css';
import { useKeepBilled } from './use-keep-billed.ts';
import { PROFILE } from './way-back.ts';

const PAUSE = 1500;
const MAX_TRIES = 20;

type State = 'waiting' | 'slow' | 'unknown';

/** After checkout: asks how the payment went until it is confirmed, then leads to the page that the plan was wanted for. */
export function ReturnPage({ from = PROFILE, session }: { session: string; from?: string | undefined }) {
  const api = useApi();
  const router = useRouter();
  const tierName = useTierName();
  const keepBilled = useKeepBilled();
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
        const { billed, isConfirmed } = await api.billing.confirm({ session });
        if (gone || done.current) return;
        if (!isConfirmed) return again();
        done.current = true;
        toast({
          title: m.plans_updated(),
          description: m.plans_updated_text({ tier: tierName(billed.tier) }),
        });
        await keepBilled(billed);
        await router.navigate({ href: ownPath(from), replace: true });
      } catch (error) {
        if (gone) return;
        const code = failureCode(error);
        if (code === 'SESSION_NOT_FOUND' || code === 'PAYMENTS_OFF') setState('unknown');
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
