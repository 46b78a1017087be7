import { useQuery } from '@tanstack/react-query';
import { m } from '#web/lib/messages.ts';
import { useApi } from '#web/lib/session/session.ts';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { ErrorState } from '#web/ui/feedback/error-state.tsx';
import { LoadingState } from '#web/ui/feedback/loading-state.tsx';
import { Page } from '#web/ui/layout/page.tsx';
import { PageHeader } from '#web/ui/layout/page-header.tsx';
import { ExportCard } from './export-card.tsx';
import classes from './exports.module.css';
import { exportsQuery } from './queries.ts';

/** Large files that an administrator asked for: how far they are, and those that can be downloaded. */
export function ExportsPage() {
  const { data, error } = useQuery(exportsQuery(useApi()));
  return (
    <Page>
      <PageHeader title={m.exports_title()} lead={m.exports_lead()} />
      {error && !data && <ErrorState error={error} heading="h2" />}
      {!data && !error && <LoadingState inline />}
      {data?.items.length === 0 && <EmptyState title={m.exports_none()} text={m.exports_none_text()} />}
      {data && data.items.length > 0 && (
        <ul className={classes.list}>
          {data.items.map((one) => (
            <ExportCard key={one.id} requested={one} />
          ))}
        </ul>
      )}
    </Page>
  );
}
