import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { toastFailure } from '#web/lib/api/toast-failure.ts';
import { m } from '#web/lib/messages.ts';
import { useApi } from '#web/lib/session/session.ts';
import { ExportLink } from '#web/ui/export-link.tsx';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { ErrorState } from '#web/ui/feedback/error-state.tsx';
import { LoadingState } from '#web/ui/feedback/loading-state.tsx';
import { CursorPages } from '#web/ui/layout/cursor-pages.tsx';
import { Page } from '#web/ui/layout/page.tsx';
import { PageHeader } from '#web/ui/layout/page-header.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';
import { TextLink } from '#web/ui/text-link.tsx';
import { type AuditChanges, AuditFilters } from './audit-filters.tsx';
import classes from './audit-list.module.css';
import { AuditTable } from './audit-table.tsx';
import { type AuditSearch, auditFile, auditQuery, auditWish } from './queries.ts';

/** The audit log: everything that was done, newest first. */
export function AuditList({ search }: { search: AuditSearch }) {
  const navigate = useNavigate();
  const { data, error, isPlaceholderData } = useQuery({
    ...auditQuery(useApi(), search),
    placeholderData: keepPreviousData,
  });
  useEffect(() => {
    if (error) toastFailure(error, { title: m.admin_error(), description: m.audit_failed() });
  }, [error]);
  const { after, before, page, ...filters } = search;
  const change = (changes: AuditChanges) => {
    const next = Object.entries({ ...filters, ...changes }).filter(([, value]) => value);
    navigate({ to: '/admin/audit', search: Object.fromEntries(next), replace: true, resetScroll: false });
  };
  return (
    <Page>
      <PageHeader
        title={m.audit_title()}
        lead={m.audit_lead()}
        actions={
          <ExportLink href={auditFile(search)} wish={auditWish(search)}>
            {m.audit_export()}
          </ExportLink>
        }
      />
      <AuditFilters search={search} onChange={change} />
      {search.about && (
        <p className={classes.about}>
          {m.audit_about()} <TextLink to="/admin/audit">{m.audit_show_all()}</TextLink>
        </p>
      )}
      {error && !data && <ErrorState error={error} heading="h2" />}
      {!data && !error && <LoadingState inline />}
      {data?.items.length === 0 && (
        <EmptyState title={m.audit_none()} text={m.audit_none_text()}>
          <LinkButton to="/admin/audit" variant="secondary">
            {m.audit_show_all()}
          </LinkButton>
        </EmptyState>
      )}
      {data && data.items.length > 0 && <AuditTable entries={data.items} stale={isPlaceholderData} />}
      {data && (
        <CursorPages
          previous={data.previous}
          next={data.next}
          link={(place, props) => <Link to="/admin/audit" search={{ ...filters, ...place }} {...props} />}
        />
      )}
    </Page>
  );
}
