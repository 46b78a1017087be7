import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { FailedMail } from '#contract/administration/failed-mails';
import { toastFailure } from '#web/lib/api/toast-failure.ts';
import { formatTime } from '#web/lib/format.ts';
import { m } from '#web/lib/messages.ts';
import { useApi } from '#web/lib/session/session.ts';
import { toast } from '#web/lib/toast.ts';
import { Button } from '#web/ui/button.tsx';
import { ConfirmDialog } from '#web/ui/dialogs/confirm-dialog.tsx';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { ErrorState } from '#web/ui/feedback/error-state.tsx';
import { LoadingState } from '#web/ui/feedback/loading-state.tsx';
import { Page } from '#web/ui/layout/page.tsx';
import { PageHeader } from '#web/ui/layout/page-header.tsx';
import { MoreButton } from '#web/ui/more-button.tsx';
import classes from './failed-mails.module.css';
import { failedMailsQuery } from './queries.ts';
import { SuppressedAddresses } from './suppressed-addresses.tsx';

/** Sends failed emails again or takes them off the list: those named, or all. */
function useFailedMails() {
  const api = useApi();
  const queryClient = useQueryClient();
  const [busy, setBusy] = useState(false);
  const run = async (work: () => Promise<{ count: number }>, words: (count: number) => string) => {
    setBusy(true);
    try {
      const { count } = await work();
      toast({ title: m.admin_success(), description: words(count) });
    } catch (error) {
      toastFailure(error, { title: m.mails_failed_change() });
    } finally {
      // A retry also lets emails to an address through again that bounced.
      for (const list of ['failed-mails', 'mail-suppressions', 'overview'])
        await queryClient.invalidateQueries({ queryKey: ['admin', list] });
      setBusy(false);
    }
  };
  const chosen = (ids?: string[]) => (ids ? { ids } : {});
  return {
    busy,
    retry: (ids?: string[]) =>
      run(
        () => api.failedMails.retry(chosen(ids)),
        (count) => m.mails_retried({ count }),
      ),
    dismiss: (what: { ids: string[] } | { until: string }) =>
      run(
        () => api.failedMails.dismiss(what),
        (count) => m.mails_dismissed({ count }),
      ),
  };
}

/** Emails that couldn't be sent, why, and what can be done about each. */
export function FailedMails() {
  const query = useInfiniteQuery(failedMailsQuery(useApi()));
  const change = useFailedMails();
  /** The newest of those that are to be dismissed: what fails later was never shown. */
  const [until, setUntil] = useState<string | null>(null);
  const { data, error } = query;
  const items = data?.pages.flatMap((page) => page.items);
  const { newest = null, retryable = 0, total = 0 } = data?.pages[0] ?? {};
  return (
    <Page width="text">
      <PageHeader title={m.mails_failed_title()} lead={m.mails_failed_lead()} />
      {error && !items && <ErrorState error={error} heading="h2" />}
      {!items && !error && <LoadingState inline />}
      {items?.length === 0 && (
        <EmptyState drawing="talk" title={m.mails_failed_none()} text={m.mails_failed_none_text()} />
      )}
      {total > 0 && (
        <div className={classes.actions}>
          {retryable > 0 && (
            <Button busy={change.busy} onClick={() => change.retry()}>
              {m.mails_retry_all({ count: retryable })}
            </Button>
          )}
          <Button variant="secondary" busy={change.busy} onClick={() => setUntil(newest)}>
            {m.mails_dismiss_all({ count: total })}
          </Button>
        </div>
      )}
      <ul className={classes.list}>
        {items?.map((mail) => (
          <MailCard key={mail.id} mail={mail} change={change} />
        ))}
      </ul>
      <MoreButton list={query}>{m.admin_messages_more()}</MoreButton>
      <SuppressedAddresses />
      <ConfirmDialog
        open={until !== null}
        onCancel={() => setUntil(null)}
        onConfirm={async () => {
          setUntil(null);
          if (until !== null) await change.dismiss({ until });
        }}
        text={m.mails_dismiss_text()}
      />
    </Page>
  );
}

function MailCard({ change, mail }: { mail: FailedMail; change: ReturnType<typeof useFailedMails> }) {
  const { canRetry, failedAt, id, reason, recipient, template } = mail;
  return (
    <li>
      <article className={classes.card} aria-label={m.mails_failed_of({ recipient })}>
        <header className={classes.head}>
          <h2>{recipient}</h2>
          <code>{template}</code>
          <time dateTime={failedAt}>{formatTime(failedAt)}</time>
        </header>
        {reason && <p className={classes.reason}>{reason}</p>}
        <footer className={classes.foot}>
          {canRetry && (
            <Button variant="secondary" size="sm" busy={change.busy} onClick={() => change.retry([id])}>
              {m.mails_retry()}
            </Button>
          )}
          <Button variant="quiet" size="sm" busy={change.busy} onClick={() => change.dismiss({ ids: [id] })}>
            {m.mails_dismiss()}
          </Button>
          {!canRetry && <span className={classes.hint}>{m.mails_expired()}</span>}
        </footer>
      </article>
    </li>
  );
}
