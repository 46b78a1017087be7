import { m } from '#web/lib/messages.ts';
import classes from './search-outcome.module.css';

interface SearchOutcomeProps {
  search: { readonly data: unknown; readonly isError: boolean; readonly isFetching: boolean };
  /** How many are offered. */
  count: number;
  /** Said where that is none. */
  none: string;
}

/** Below a field that finds while one types: that it found nothing, or that the search failed. */
export function SearchOutcome({ count, none, search: { data, isError, isFetching } }: SearchOutcomeProps) {
  const isNone = data !== undefined && !isFetching && count === 0;
  if (!isError && !isNone) return null;
  return (
    <p className={classes.outcome} role="status">
      {isError ? m.ui_search_failed() : none}
    </p>
  );
}
