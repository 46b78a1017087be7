import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Regrading } from '#contract/grades';
import { m } from '#web/lib/messages.ts';
import { useApi } from '#web/lib/session.ts';
import { toast } from '#web/lib/toast.ts';
import { toastFailure } from '#web/lib/toast-failure.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog, DialogActions } from '#web/ui/dialog.tsx';
import { ErrorState } from '#web/ui/error-state.tsx';
import { LoadingState } from '#web/ui/loading-state.tsx';
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
        <Button disabled={busy || !data || data.changed === 0} onClick={() => data && regrade(data)}>
          {m.grades_regrade_now({ count: data?.changed ?? 0 })}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

function Preview({ regrading }: { regrading: Regrading }) {
  const { attempts, changed, changes, mended, unfit } = regrading;
  return (
    <>
      <p>
        {changed === 0
          ? m.grades_regrade_nothing({ attempts })
          : m.grades_regrade_text({ attempts, count: changed })}
      </p>
      <Prompts title={m.grades_mended()} prompts={mended} />
      <Prompts title={m.grades_unfit()} prompts={unfit} />
      {changes.length > 0 && (
        <div className={classes.scroll}>
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
                  <td>{resultWords(after)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </>
  );
}

function Prompts({ prompts, title }: { title: string; prompts: readonly string[] }) {
  if (prompts.length === 0) return null;
  return (
    <>
      <h3 className={classes.small}>{title}</h3>
      <ul>
        {prompts.map((prompt) => (
          <li key={prompt}>{prompt}</li>
        ))}
      </ul>
    </>
  );
}

function resultWords({ passed, percent }: { percent: number; passed: boolean }): string {
  const whole = { percent: Math.floor(percent) };
  return passed ? m.grades_passed(whole) : m.grades_failed(whole);
}
