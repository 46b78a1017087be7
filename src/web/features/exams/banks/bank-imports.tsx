import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { BankImport } from '#contract/exams/banks';
import { TRASH_DAYS } from '#domain/courses/purge-date';
import { toastFailure } from '#web/lib/api/toast-failure.ts';
import { formatTime } from '#web/lib/format.ts';
import { m } from '#web/lib/messages.ts';
import { useApi } from '#web/lib/session/session.ts';
import { toast } from '#web/lib/toast.ts';
import { Button } from '#web/ui/button.tsx';
import { ConfirmDialog } from '#web/ui/dialogs/confirm-dialog.tsx';
import { bankImportsQuery } from './bank-queries.ts';
import classes from './banks.module.css';
import { ReportItems } from './import-report-list.tsx';

/** The files that were imported into a bank, each to be undone as a whole. */
export function BankImports({ bankId }: { bankId: string }) {
  const api = useApi();
  const queryClient = useQueryClient();
  const { data = [] } = useQuery(bankImportsQuery(api, bankId));
  const [pendingDelete, setPendingDelete] = useState<BankImport | null>(null);
  const list = useRef<HTMLHeadingElement>(null);
  const undo = async () => {
    if (!pendingDelete) return;
    setPendingDelete(null);
    try {
      const { removed, stayed } = await api.banks.undoImport({ id: pendingDelete.id });
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
          <ImportRow key={each.id} taken={each} onUndo={() => setPendingDelete(each)} />
        ))}
      </ul>
      <ConfirmDialog
        open={pendingDelete !== null}
        text={m.banks_undo_text({ name: pendingDelete?.fileName ?? '', days: TRASH_DAYS })}
        confirm={m.banks_undo()}
        onCancel={() => setPendingDelete(null)}
        onConfirm={undo}
      />
    </section>
  );
}

interface ImportRowProps {
  taken: BankImport;
  onUndo: () => void;
}

function ImportRow({ onUndo, taken }: ImportRowProps) {
  const { changed, createdAt, dropped, fileName, lost, undoneAt } = taken;
  const [open, setOpen] = useState(false);
  const name = <span className="sr-only"> {fileName}</span>;
  return (
    <li>
      <span className={classes.version}>
        <strong>{fileName}</strong>{' '}
        <span className={classes.hint}>
          {formatTime(createdAt)} · {m.banks_report_sum(taken)}
        </span>
      </span>
      <span className={classes.add}>
        {lost.length > 0 && (
          <Button variant="secondary" size="sm" aria-expanded={open} onClick={() => setOpen(!open)}>
            {m.banks_lost()}
            {name}
          </Button>
        )}
        {undoneAt === null && (
          <Button variant="secondary" size="sm" onClick={onUndo}>
            {m.banks_undo()}
            {name}
          </Button>
        )}
        {undoneAt !== null && <span className={classes.hint}>{m.banks_undone()}</span>}
      </span>
      {open && (
        <div className={classes.differences}>
          <ReportItems items={lost} />
          {changed + dropped > lost.length && (
            <p className={classes.hint}>{m.banks_report_more({ count: changed + dropped - lost.length })}</p>
          )}
        </div>
      )}
    </li>
  );
}
