import { m } from '#web/lib/messages.ts';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { ErrorState } from '#web/ui/feedback/error-state.tsx';
import { Page } from '#web/ui/layout/page.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';

/** An address that leads to no course. */
export function CourseMissing() {
  return (
    <Page>
      <EmptyState heading="h1" title={m.courses_not_found()} text={m.courses_not_found_text()} drawing="lost">
        <LinkButton to="/courses">{m.courses_browse()}</LinkButton>
      </EmptyState>
    </Page>
  );
}

/** A course that could not be loaded, with the way back. */
export function CourseFailed({ error }: { error: unknown }) {
  return (
    <ErrorState error={error} title={m.courses_load_error()}>
      <LinkButton to="/courses">{m.courses_back_to_courses()}</LinkButton>
    </ErrorState>
  );
}
