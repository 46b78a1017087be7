import { useQuery } from '@tanstack/react-query';
import type { LabFiles } from '#domain/labs/lab-spec';
import { m } from '#web/lib/messages.ts';
import { useApi } from '#web/lib/session/session.ts';
import { Dialog } from '#web/ui/dialogs/dialog.tsx';
import { ErrorState } from '#web/ui/feedback/error-state.tsx';
import { LoadingState } from '#web/ui/feedback/loading-state.tsx';
import { labSolutionQuery } from '../queries.ts';
import { CompareFiles } from './compare-files.tsx';
import classes from './history.module.css';

interface LabSolutionProps {
  open: boolean;
  onClose: () => void;
  sectionId: string;
  files: LabFiles;
}

/** The author's solution beside the own work. */
export function LabSolution({ onClose, open, ...props }: LabSolutionProps) {
  return (
    <Dialog open={open} onClose={onClose} title={m.labs_solution()} size="lg">
      <Solution {...props} />
    </Dialog>
  );
}

function Solution({ files, sectionId }: Pick<LabSolutionProps, 'files' | 'sectionId'>) {
  const { data, error } = useQuery(labSolutionQuery(useApi(), sectionId));
  if (error) return <ErrorState error={error} title={m.labs_solution_failed()} heading="h3" />;
  if (!data) return <LoadingState inline />;
  return (
    <>
      <p className={classes.lead}>{m.labs_solution_text()}</p>
      <CompareFiles from={files} to={data.files} label={m.labs_solution()} />
    </>
  );
}
