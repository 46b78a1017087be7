import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { BankImport } from '#contract/banks';
import { formatTime } from '#web/lib/format.ts';
import { m } from '#web/lib/messages.ts';
import { useApi } from '#web/lib/session.ts';
import { toast } from '#web/lib/toast.ts';
import { toastFailure } from '#web/lib/toast-failure.ts';
import { Button } from '#web/ui/button.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { bankImportsQuery } from './bank-queries.ts';
import classes from './banks.module.css';

/** The files that were taken into a bank, each to be taken back as a whole. */
export function BankImports({ bankId }: { bankId: string }) {
  const api = useApi();
  const queryClient = useQueryClient();
  const { data = [] } = useQuery(bankImportsQuery(api, bankId));
  const [doomed, setDoomed] = useState<BankImport | null>(null);
  const list = useRef<HTMLHeadingElement>(null);
  const undo = async () => {
    if (!doomed) return;
    setDoomed(null);
    try {
      const { removed, stayed } = await api.banks.undoImport({ id: doomed.id });
      toast({ title: m.banks_undone(), description: m.banks_undone_text({ removed, stayed }) });
    } catch (error) {
      toastFailure(error, { title: m.banks_undo_failed() });
    } finally {
      // Its button goes with what it does: the focus goes on at the list.
      list.current?.focus();
      await queryClient.invalidateQueries({ queryKey: ['admin', 'banks'] });
    }
  };
  if (data.length === 0) return null;
  return (
    <section className={classes.part} aria-labelledby="imports">
      <h2 id="imports" tabIndex={-1} ref={list}>
        {m.banks_imports()}
      </h2>
      <ul>
        {data.map((each) => (
          <li key={each.id}>
            <span>
              <strong>{each.fileName}</strong>{' '}
              <span className={classes.hint}>
                {formatTime(each.createdAt)} · {m.banks_report_sum(each)}
              </span>
            </span>
            {each.undoneAt === null ? (
              <Button variant="secondary" size="sm" onClick={() => setDoomed(each)}>
                {m.banks_undo()}
                <span className="sr-only"> {each.fileName}</span>
              </Button>
            ) : (
              <span className={classes.hint}>{m.banks_undone()}</span>
            )}
          </li>
        ))}
      </ul>
      <ConfirmDialog
        open={doomed !== null}
        text={m.banks_undo_text({ name: doomed?.fileName ?? '' })}
        confirm={m.banks_undo()}
        onCancel={() => setDoomed(null)}
        onConfirm={undo}
      />
    </section>
  );
}
