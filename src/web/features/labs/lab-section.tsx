import { useQuery } from '@tanstack/react-query';
import { failureCode } from '#web/lib/api/api-error.ts';
import { m } from '#web/lib/messages.ts';
import { useApi } from '#web/lib/session/session.ts';
import { Button } from '#web/ui/button.tsx';
import { ErrorState } from '#web/ui/feedback/error-state.tsx';
import { LabPlace } from './lab-place.tsx';
import { LabWorkspace, type LabWorkspaceProps } from './lab-workspace.tsx';
import { labQuery } from './queries.ts';

type LabSectionProps = Omit<LabWorkspaceProps, 'lab'>;

/** A lab whose checks decide: its text, an editor with the learner's own work, and what the checks find. */
export function LabSection(props: LabSectionProps) {
  const { data, error, refetch } = useQuery(labQuery(useApi(), props.sectionId));
  if (data) return <LabWorkspace lab={data} {...props} />;
  // The author took the checks away while the page was open: it is a text again.
  if (failureCode(error) === 'LAB_NOT_FOUND') return props.text;
  if (error)
    return (
      <>
        {props.text}
        <ErrorState error={error} title={m.labs_failed()} heading="h2">
          <Button onClick={() => void refetch()}>{m.shell_error_retry()}</Button>
        </ErrorState>
      </>
    );
  return <LabPlace />;
}
