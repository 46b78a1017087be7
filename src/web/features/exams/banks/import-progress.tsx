import { useQuery } from '@tanstack/react-query';
import { m } from '#web/lib/messages.ts';
import { useApi } from '#web/lib/session/session.ts';
import { importProgressQuery } from './bank-queries.ts';
import classes from './banks.module.css';

/** How far the file is read that is known under this name. */
export function ImportProgress({ reading }: { reading: string }) {
  const { data } = useQuery(importProgressQuery(useApi(), reading));
  const { done, total } = data?.progress ?? { done: 0, total: 0 };
  const words = total === 0 ? m.banks_import_reading() : m.banks_import_progress({ done, total });
  return (
    <div className={classes.reading}>
      <progress
        aria-label={m.banks_import_checking()}
        max={total || 1}
        value={total === 0 ? undefined : done}
      />
      <p role="status">{words}</p>
    </div>
  );
}
