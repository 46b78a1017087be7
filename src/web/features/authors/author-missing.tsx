import { m } from '#web/lib/messages.ts';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { Page } from '#web/ui/layout/page.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';

/** An address that leads to nobody who published anything. */
export function AuthorMissing() {
  return (
    <Page>
      <EmptyState heading="h1" title={m.authors_not_found()} text={m.authors_not_found_text()} drawing="lost">
        <LinkButton to="/blogs">{m.authors_back()}</LinkButton>
      </EmptyState>
    </Page>
  );
}
