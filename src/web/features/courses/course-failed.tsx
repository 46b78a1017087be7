import { m } from '#web/lib/messages.ts';
import { ErrorState } from '#web/ui/feedback/error-state.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';

/** A course that could not be loaded, with the way back. */
export function CourseFailed({ error }: { error: unknown }) {
  return (
    <ErrorState error={error} title={m.courses_load_error()}>
      <LinkButton to="/courses">{m.courses_back_to_courses()}</LinkButton>
    </ErrorState>
  );
}
