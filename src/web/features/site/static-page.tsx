import type { Page as StoredPage } from '#contract/site';
import { formatDate } from '#web/lib/format.ts';
import { m } from '#web/lib/messages.ts';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { Page } from '#web/ui/layout/page.tsx';
import { PageHeader } from '#web/ui/layout/page-header.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';
import { Prose } from '#web/ui/prose/prose.tsx';
import { COURSES } from './paths.ts';
import classes from './static-page.module.css';

interface StaticPageProps {
  title: string;
  page: StoredPage | null;
  /** What is said while nobody has written the page. */
  missing?: string;
}

/** A stored page: About, terms, privacy, cookies. */
export function StaticPage({ title, page, missing }: StaticPageProps) {
  return (
    <Page width="text">
      <PageHeader title={title} />
      {page ? <Prose html={page.html} /> : <Unwritten text={missing ?? m.site_page_missing()} />}
      {page && <p className={classes.updated}>{m.site_page_updated({ date: formatDate(page.updatedAt) })}</p>}
    </Page>
  );
}

function Unwritten({ text }: { text: string }) {
  return (
    <EmptyState drawing="shelf" title={text}>
      <LinkButton to={COURSES} variant="secondary">
        {m.site_landing_browse()}
      </LinkButton>
    </EmptyState>
  );
}
