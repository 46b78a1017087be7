import { type ReactNode, useState } from 'react';
import { MAX_LISTED } from '#domain/billing/max-listed';
import { m } from '#web/lib/messages.ts';
import { useSettled } from '#web/lib/use-settled.ts';
import { SearchField } from '#web/ui/fields/search-field.tsx';
import classes from './billing-page.module.css';

/** What is searched for in a list, and the field for it. */
export function useListSearch(label: string): { readonly q: string; readonly field: ReactNode } {
  const [typed, setTyped] = useState('');
  const field = (
    <search className={classes.search}>
      <SearchField
        size="sm"
        label={label}
        placeholder={label}
        maxLength={200}
        onChange={(event) => setTyped(event.target.value)}
      />
    </search>
  );
  return { q: useSettled(typed.trim()), field };
}

interface FoundProps {
  readonly count: number | undefined;
  readonly q: string;
  readonly none: string;
}

/** That a list is empty, or that there may be more than it shows. */
export function Found({ count, none, q }: FoundProps) {
  if (count === 0) return <p role="status">{q === '' ? none : m.billing_admin_none_found()}</p>;
  return count === MAX_LISTED ? <p className={classes.note}>{m.billing_admin_more({ count })}</p> : null;
}
