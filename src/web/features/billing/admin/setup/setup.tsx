import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { TICKED_STEPS, type TickedStep } from '#domain/billing/setup-check';
import { toastFailure } from '#web/lib/api/toast-failure.ts';
import { m } from '#web/lib/messages.ts';
import { useApi } from '#web/lib/session/session.ts';
import { ErrorState } from '#web/ui/feedback/error-state.tsx';
import { LoadingState } from '#web/ui/feedback/loading-state.tsx';
import classes from '../billing-page.module.css';
import { type Setup as SetupReply, setupQuery } from '../queries.ts';
import { FAULT_WORDS, STATE_WORDS, STEP_WORDS } from './setup-words.ts';

type Check = SetupReply['checks'][number];

/** How far payments are set up: open until everything is done, folded afterwards. */
export function Setup() {
  const { data, error } = useQuery(setupQuery(useApi()));
  const left = data?.checks.filter(({ state }) => state === 'attention' || state === 'manual').length ?? 0;
  return (
    <section className={classes.block}>
      <h2>{m.billing_setup()}</h2>
      {error && !data && <ErrorState error={error} heading="h3" />}
      {!data && !error && <LoadingState inline />}
      {data && (
        <details className={classes.fold} open={left > 0}>
          <summary>{left > 0 ? m.billing_setup_left({ count: left }) : m.billing_setup_complete()}</summary>
          <p className={classes.note}>{m.billing_setup_address({ url: data.webhookUrl })}</p>
          <ul className={classes.checks}>
            {data.checks.map((check) => (
              <Step key={check.step} check={check} />
            ))}
          </ul>
        </details>
      )}
    </section>
  );
}

function Step({ check: { faults, state, step } }: { check: Check }) {
  const ticked = TICKED_STEPS.find((one) => one === step);
  const { label, text } = STEP_WORDS[step];
  return (
    <li data-ok={state === 'manual' ? 'unknown' : state !== 'attention'}>
      <strong>{STATE_WORDS[state]()}</strong>
      <div>
        {label()}
        {faults.map((fault) => (
          <small key={fault}>{FAULT_WORDS[fault]()}</small>
        ))}
        {state === 'manual' && <small>{text()}</small>}
        {ticked && (state === 'manual' || state === 'ticked') && (
          <Tick step={ticked} label={label()} isDone={state === 'ticked'} />
        )}
      </div>
    </li>
  );
}

function Tick({ isDone, label, step }: { step: TickedStep; label: string; isDone: boolean }) {
  const api = useApi();
  const queryClient = useQueryClient();
  // At once: the answer of the provider is awaited afterwards.
  const [isTicked, setIsTicked] = useState(isDone);
  const tick = async (checked: boolean) => {
    setIsTicked(checked);
    try {
      await api.billingReports.tickStep({ step, isDone: checked });
      await queryClient.invalidateQueries({ queryKey: ['billing', 'setup'] });
    } catch (error) {
      setIsTicked(!checked);
      toastFailure(error);
    }
  };
  return (
    <label className={classes.tick}>
      <input
        type="checkbox"
        checked={isTicked}
        aria-label={m.billing_setup_done_named({ step: label })}
        onChange={(event) => tick(event.target.checked)}
      />
      {m.billing_setup_done()}
    </label>
  );
}
