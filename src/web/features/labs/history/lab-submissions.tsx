import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ListedLabRun } from '#contract/courses/labs';
import type { LabFiles } from '#domain/labs/lab-spec';
import { formatTime } from '#web/lib/format.ts';
import { m } from '#web/lib/messages.ts';
import { useApi } from '#web/lib/session/session.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog, DialogActions } from '#web/ui/dialogs/dialog.tsx';
import { ErrorState } from '#web/ui/feedback/error-state.tsx';
import { LoadingState } from '#web/ui/feedback/loading-state.tsx';
import { labRunQuery, labRunsQuery } from '../queries.ts';
import { CompareFiles } from './compare-files.tsx';
import classes from './history.module.css';

interface LabSubmissionsProps {
  open: boolean;
  onClose: () => void;
  sectionId: string;
  files: LabFiles;
  onRestore: (files: LabFiles) => void;
}

/** What was submitted, newest first; one of them is compared with the work as it is now. */
export function LabSubmissions({ onClose, open, ...props }: LabSubmissionsProps) {
  return (
    <Dialog open={open} onClose={onClose} title={m.labs_submissions()} size="lg">
      <Submissions {...props} />
    </Dialog>
  );
}

function Submissions({ files, onRestore, sectionId }: Omit<LabSubmissionsProps, 'open' | 'onClose'>) {
  const { data, error } = useQuery(labRunsQuery(useApi(), sectionId));
  const [chosen, setChosen] = useState<string | null>(null);
  if (error) return <ErrorState error={error} title={m.labs_submissions_failed()} heading="h3" />;
  if (!data) return <LoadingState inline />;
  if (data.length === 0) return <p>{m.labs_submissions_none()}</p>;
  const run = data.find(({ id }) => id === chosen) ?? data[0];
  if (!run) return null;
  return (
    <>
      <fieldset className={classes.runs}>
        <legend className="sr-only">{m.labs_submissions()}</legend>
        {data.map((one) => (
          <label key={one.id} className={classes.run}>
            <input
              type="radio"
              name="lab-submission"
              checked={one.id === run.id}
              onChange={() => setChosen(one.id)}
            />
            <span>{formatTime(one.submittedAt)}</span>
            <strong data-passed={one.verdict?.passed || undefined}>{stateWords(one)}</strong>
            <span>
              {one.verdict && m.labs_points({ points: one.verdict.points, most: one.verdict.most })}
            </span>
          </label>
        ))}
      </fieldset>
      <p className={classes.lead}>{m.labs_submission_text()}</p>
      <Submission runId={run.id} sectionId={sectionId} files={files} onRestore={onRestore} />
    </>
  );
}

function Submission({
  files,
  onRestore,
  runId,
  sectionId,
}: Omit<LabSubmissionsProps, 'open' | 'onClose'> & { runId: string }) {
  const { data, error } = useQuery(labRunQuery(useApi(), sectionId, runId));
  if (error && !data) return <ErrorState error={error} title={m.labs_submissions_failed()} heading="h3" />;
  if (!data) return <LoadingState inline />;
  return (
    <>
      <CompareFiles from={data.files} to={files} label={m.labs_submission_compare()} />
      <DialogActions>
        <Button variant="secondary" onClick={() => onRestore(data.files)}>
          {m.labs_submission_restore()}
        </Button>
      </DialogActions>
    </>
  );
}

function stateWords({ state, verdict }: ListedLabRun): string {
  if (state === 'failed') return m.labs_submission_unjudged();
  if (!verdict) return m.labs_submission_waiting();
  return verdict.passed ? m.labs_submission_passed() : m.labs_submission_not();
}
