import { useQueryClient } from '@tanstack/react-query';
import type { RequestedExport } from '#contract/administration/exports';
import { toastFailure } from '#web/lib/api/toast-failure.ts';
import { formatCount, formatTime } from '#web/lib/format.ts';
import { sizeText } from '#web/lib/media/size-text.ts';
import { m } from '#web/lib/messages.ts';
import { useApi } from '#web/lib/session/session.ts';
import { toast } from '#web/lib/toast.ts';
import { Button, buttonLook } from '#web/ui/button.tsx';
import { useHeld } from '#web/ui/use-held.ts';
import classes from './exports.module.css';
import { EXPORTS_KEY, exportAddress, isOpen } from './queries.ts';

/** One export: how far it is or what became of it, and what can be done. */
export function ExportCard({ requested }: { requested: RequestedExport }) {
  const name = nameOf(requested);
  const { createdAt, id, state } = requested;
  return (
    <li className={classes.card}>
      <header className={classes.head}>
        <h2>{name}</h2>
        <time dateTime={createdAt}>{m.exports_requested({ time: formatTime(createdAt) })}</time>
      </header>
      <Progress requested={requested} name={name} />
      <p role="status" data-failed={state === 'failed' || undefined}>
        {stateWords(requested)}
      </p>
      <footer className={classes.foot}>
        {state === 'ready' && (
          <a
            {...buttonLook({ size: 'sm' })}
            href={exportAddress(id)}
            aria-label={m.exports_download_named({ name })}
            download
          >
            {m.exports_download()}
          </a>
        )}
        <Remove requested={requested} name={name} />
      </footer>
    </li>
  );
}

function Progress({ name, requested }: { requested: RequestedExport; name: string }) {
  const { total, written } = requested;
  if (!isOpen(requested)) return null;
  return (
    <progress
      className={classes.progress}
      aria-label={m.exports_progress({ name })}
      max={Math.max(total, written, 1)}
      value={written}
    />
  );
}

function Remove({ name, requested }: { requested: RequestedExport; name: string }) {
  const api = useApi();
  const queryClient = useQueryClient();
  const isCancel = isOpen(requested);
  const { busy, run } = useHeld(async () => {
    try {
      await api.exports.remove({ id: requested.id });
      toast({
        title: m.admin_success(),
        description: isCancel ? m.exports_canceled() : m.exports_deleted(),
      });
    } catch (error) {
      toastFailure(error, { title: m.exports_remove_failed() });
    } finally {
      await queryClient.invalidateQueries({ queryKey: EXPORTS_KEY });
    }
  });
  return (
    <Button
      variant="secondary"
      size="sm"
      busy={busy}
      onClick={run}
      aria-label={isCancel ? m.exports_cancel_named({ name }) : m.exports_delete_named({ name })}
    >
      {isCancel ? m.exports_cancel() : m.exports_delete()}
    </Button>
  );
}

function stateWords({ bytes, expiresAt, state, total, written }: RequestedExport): string {
  switch (state) {
    case 'waiting':
      return m.exports_waiting();
    case 'writing':
      return m.exports_writing({ written: formatCount(written), total: formatCount(total) });
    case 'ready':
      return m.exports_ready({
        rows: formatCount(written),
        size: sizeText(bytes),
        time: expiresAt === null ? '' : formatTime(expiresAt),
      });
    case 'failed':
      return m.exports_failed();
  }
}

function nameOf({ course, kind }: RequestedExport): string {
  switch (kind) {
    case 'users':
      return m.exports_kind_users();
    case 'audit':
      return m.exports_kind_audit();
    case 'gradebook':
      return course === null ? m.exports_kind_gradebook_gone() : m.exports_kind_gradebook({ course });
    case 'invoices':
      return m.exports_kind_invoices();
    case 'payments':
      return m.exports_kind_payments();
  }
}
