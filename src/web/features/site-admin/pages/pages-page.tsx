import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { PageRow } from '#contract/pages';
import { m } from '#web/lib/messages.ts';
import { useAsked } from '#web/lib/saving/use-asked.ts';
import { useApi } from '#web/lib/session/session.ts';
import { useSettled } from '#web/lib/use-settled.ts';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { ErrorState } from '#web/ui/feedback/error-state.tsx';
import { LoadingState } from '#web/ui/feedback/loading-state.tsx';
import { SearchField } from '#web/ui/fields/search-field.tsx';
import { PageHeader } from '#web/ui/layout/page-header.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';
import { pagesQuery } from '../queries.ts';
import { BuiltInTable } from './built-in-table.tsx';
import { DeletePage } from './delete-page.tsx';
import { PageTable } from './page-table.tsx';
import classes from './pages.module.css';
import { NEW } from './paths.ts';

/** Every page of the school: those that it added, and those that every school has. */
export function PagesPage() {
  const [typed, setTyped] = useState('');
  const q = useSettled(typed.trim());
  const { data, error } = useQuery(pagesQuery(useApi(), q));
  const { ask, asked, close } = useAsked<PageRow>();
  const isEmpty = data?.items.length === 0;
  return (
    <>
      <PageHeader
        title={m.pages_title()}
        lead={m.pages_lead()}
        actions={
          <>
            <LinkButton to="/admin/trash" variant="secondary">
              {m.admin_trash_title()}
            </LinkButton>
            <LinkButton to={NEW}>{m.pages_new()}</LinkButton>
          </>
        }
      />
      {error && !data && <ErrorState error={error} heading="h2" />}
      {!data && !error && <LoadingState inline />}
      {data && (
        <section className={classes.group} aria-labelledby="own-pages">
          <h2 id="own-pages">{m.pages_own()}</h2>
          {(!isEmpty || typed !== '') && (
            <search className={classes.search}>
              <SearchField
                size="sm"
                label={m.pages_search()}
                placeholder={m.pages_search()}
                maxLength={200}
                onChange={(event) => setTyped(event.target.value)}
              />
            </search>
          )}
          {isEmpty && q === '' && (
            <EmptyState title={m.pages_none()} text={m.pages_none_text()}>
              <LinkButton to={NEW}>{m.pages_new()}</LinkButton>
            </EmptyState>
          )}
          {isEmpty && q !== '' && (
            <EmptyState title={m.pages_none_found()} text={m.pages_none_found_text()} />
          )}
          {!isEmpty && <PageTable pages={data.items} onDelete={ask} />}
          {data.hasMore && <p className={classes.note}>{m.pages_more()}</p>}
        </section>
      )}
      {data && <BuiltInTable pages={data.builtIn} />}
      <DeletePage page={asked} onClose={close} />
    </>
  );
}
