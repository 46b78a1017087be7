import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Regrading } from '#contract/exams/grades';
import { summaryOf } from '#domain/exams/results/summary-of';
import { toastFailure } from '#web/lib/api/toast-failure.ts';
import { m } from '#web/lib/messages.ts';
import { useApi } from '#web/lib/session/session.ts';
import { toast } from '#web/lib/toast.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog, DialogActions } from '#web/ui/dialogs/dialog.tsx';
import { ErrorState } from '#web/ui/feedback/error-state.tsx';
import { LoadingState } from '#web/ui/feedback/loading-state.tsx';
import classes from './grades.module.css';
import { regradeQuery } from './queries.ts';

/** What grading by the present key would change; nothing is changed before somebody says so. */
export function RegradeDialog({ onClose, sectionId }: { sectionId: string; onClose: () => void }) {
  const api = useApi();
  const queryClient = useQueryClient();
  const { data, error } = useQuery(regradeQuery(api, sectionId));
  const [busy, setBusy] = useState(false);
  const regrade = async ({ fingerprint }: Regrading) => {
    setBusy(true);
    try {
      const { changed } = await api.grades.updateResults({ sectionId, fingerprint });
      toast({ title: m.grades_regraded(), description: m.grades_regraded_text({ count: changed }) });
      onClose();
    } catch (failure) {
      toastFailure(failure);
    } finally {
      setBusy(false);
      await queryClient.invalidateQueries({ queryKey: ['grades'] });
    }
  };
  return (
    <Dialog open onClose={onClose} title={m.grades_regrade()} size="lg">
      {error && !data && <ErrorState error={error} heading="h3" />}
      {!data && !error && <LoadingState inline />}
      {data && <Preview regrading={data} />}
      <DialogActions>
        <Button variant="secondary" onClick={onClose}>
          {m.grades_cancel()}
        </Button>
        <Button
          busy={busy}
          disabled={!data || data.corrected.length === 0}
          onClick={() => data && regrade(data)}
        >
          {data && data.changed > 0 ? m.grades_regrade_now({ count: data.changed }) : m.grades_regrade_key()}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

function Preview({ regrading }: { regrading: Regrading }) {
  const { attempts, changed, gained, lost, corrected, open, rechecks, unfit } = regrading;
  return (
    <>
      <p>{m.grades_regrade_lead()}</p>
      <ul className={classes.facts}>
        {corrected.length === 0 && <li>{m.grades_regrade_nothing()}</li>}
        {rechecks && <li>{m.grades_regrade_rechecks()}</li>}
        {corrected.length > 0 && changed === 0 && !rechecks && <li>{m.grades_regrade_same()}</li>}
        {changed > 0 && <li>{m.grades_regrade_text({ attempts, count: changed })}</li>}
        {gained > 0 && <li>{m.grades_regrade_gained({ count: gained })}</li>}
        {lost > 0 && <li>{m.grades_regrade_lost({ count: lost })}</li>}
        {open > 0 && <li>{m.grades_regrade_open({ count: open })}</li>}
      </ul>
      {changed > 0 && <Changes regrading={regrading} />}
      <Prompts title={m.grades_corrected()} questions={corrected} />
      <Prompts title={m.grades_unfit()} questions={unfit} />
    </>
  );
}

function Changes({ regrading: { changed, changes } }: { regrading: Regrading }) {
  return (
    <>
      <h3 className={classes.small}>{m.grades_changes()}</h3>
      {changes.length < changed && (
        <p className={classes.hint}>{m.grades_changes_first({ shown: changes.length, count: changed })}</p>
      )}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a table that scrolls must scroll by keyboard. */}
      <section className={classes.changes} aria-label={m.grades_changes()} tabIndex={0}>
        <table className={classes.table}>
          <thead>
            <tr>
              <th scope="col">{m.grades_learner()}</th>
              <th scope="col">{m.grades_before()}</th>
              <th scope="col">{m.grades_after()}</th>
            </tr>
          </thead>
          <tbody>
            {changes.map(({ after, attemptId, before, name, number }) => (
              <tr key={attemptId}>
                <th scope="row">
                  {name} <small>{m.exams_attempt_number({ number })}</small>
                </th>
                <td>{resultWords(before)}</td>
                <td data-verdict={after.passed === before.passed ? undefined : after.passed}>
                  {resultWords(after)}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </>
  );
}

type Unfit = Regrading['unfit'][number];

const REASONS: { readonly [Reason in Unfit['reason']]: () => string } = {
  removed: m.grades_unfit_removed,
  kind: m.grades_unfit_kind,
  choices: m.grades_unfit_choices,
  parameters: m.grades_unfit_parameters,
  expression: m.grades_unfit_expression,
  rubric: m.grades_unfit_rubric,
};

function Prompts({
  questions,
  title,
}: {
  title: string;
  questions: readonly (Omit<Unfit, 'reason'> & Partial<Pick<Unfit, 'reason'>>)[];
}) {
  if (questions.length === 0) return null;
  return (
    <>
      <h3 className={classes.small}>{title}</h3>
      <ul className={classes.prompts}>
        {questions.map(({ attempts, id, prompt, reason }) => (
          <li key={`${id} ${reason}`}>
            {summaryOf(prompt)}
            <small>
              {m.grades_in_attempts({ count: attempts })}
              {reason ? ` · ${REASONS[reason]()}` : ''}
            </small>
          </li>
        ))}
      </ul>
    </>
  );
}

function resultWords({ passed, percent }: { percent: number; passed: boolean }): string {
  return passed ? m.grades_passed({ percent }) : m.grades_failed({ percent });
}
