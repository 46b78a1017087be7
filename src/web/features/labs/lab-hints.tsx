import { useState } from 'react';
import { toastFailure } from '#web/lib/api/toast-failure.ts';
import { m } from '#web/lib/messages.ts';
import { useApi } from '#web/lib/session/session.ts';
import { Button } from '#web/ui/button.tsx';
import { useHeld } from '#web/ui/use-held.ts';
import classes from './labs.module.css';

interface LabHintsProps {
  sectionId: string;
  opened: readonly string[];
  count: number;
}

/** The hints, one by one. */
export function LabHints({ count, opened, sectionId }: LabHintsProps) {
  const api = useApi();
  const [hints, setHints] = useState(opened);
  const { busy, run } = useHeld(() =>
    api.labs.openHint({ id: sectionId }).then(
      (reply) => setHints(reply.hints),
      (error: unknown) => toastFailure(error, { title: m.labs_hint_failed() }),
    ),
  );
  if (count === 0) return null;
  return (
    <section className={classes.hints} aria-label={m.labs_hints()}>
      <ol aria-live="polite">
        {hints.map((hint, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a hint is known by its place.
          <li key={at}>
            <strong>{m.labs_hint({ number: at + 1 })}</strong>
            <p>{hint}</p>
          </li>
        ))}
      </ol>
      {hints.length < count && (
        <Button variant="secondary" size="sm" onClick={run} busy={busy}>
          {m.labs_hint_open({ number: hints.length + 1, count })}
        </Button>
      )}
    </section>
  );
}
