import { useQuery } from '@tanstack/react-query';
import { m } from '#web/lib/messages.ts';
import { useApi } from '#web/lib/session/session.ts';
import { LazyComparison } from '#web/ui/comparison/lazy-comparison.tsx';
import { LoadingState } from '#web/ui/feedback/loading-state.tsx';
import { pageText } from '../editor/page-text.ts';
import { revisionQuery } from '../queries.ts';
import classes from './history.module.css';

interface RevisionComparisonProps {
  name: string;
  from: number;
  to: number;
}

/** What changed between two saved versions. */
export function RevisionComparison({ from, name, to }: RevisionComparisonProps) {
  const api = useApi();
  const old = useQuery(revisionQuery(api, name, from));
  const now = useQuery(revisionQuery(api, name, to));
  const title = m.settings_history_difference({ from, to });
  return (
    <section className={classes.difference} aria-label={title}>
      <h3>{title}</h3>
      {(old.error ?? now.error) && <p role="alert">{m.settings_history_failed()}</p>}
      {old.data && now.data ? (
        <LazyComparison from={pageText(old.data.content)} to={pageText(now.data.content)} label={title} />
      ) : (
        !old.error && !now.error && <LoadingState inline />
      )}
    </section>
  );
}
