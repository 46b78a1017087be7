import type { CustomPage as Stored } from '#contract/site';
import { formatDate } from '#web/lib/format.ts';
import { m } from '#web/lib/messages.ts';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { StateNote } from '#web/ui/feedback/state-note.tsx';
import { Page } from '#web/ui/layout/page.tsx';
import { PageHeader } from '#web/ui/layout/page-header.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';
import { Prose } from '#web/ui/prose/prose.tsx';
import classes from '../static-page.module.css';

/** A page that the school added. */
export function CustomPage({ page: { html, state, title, updatedAt } }: { page: Stored }) {
  return (
    <Page width="text">
      <PageHeader title={title} />
      <StateNote state={state} />
      <Prose html={html} runs />
      <p className={classes.updated}>{m.site_page_updated({ date: formatDate(updatedAt) })}</p>
    </Page>
  );
}

/** An address under /pages that leads to nothing that the reader may open. */
export function PageMissing() {
  return (
    <Page>
      <EmptyState heading="h1" title={m.pages_not_found()} text={m.pages_not_found_text()} drawing="lost">
        <LinkButton to="/">{m.pages_not_found_home()}</LinkButton>
      </EmptyState>
    </Page>
  );
}
