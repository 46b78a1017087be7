import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import type { MailSuppression } from '#contract/administration/mail-suppressions';
import type { SuppressionReason } from '#domain/mail/mail-reports';
import { toastFailure } from '#web/lib/api/toast-failure.ts';
import { formatTime } from '#web/lib/format.ts';
import { m } from '#web/lib/messages.ts';
import { useApi } from '#web/lib/session/session.ts';
import { toast } from '#web/lib/toast.ts';
import { Button } from '#web/ui/button.tsx';
import { ErrorState } from '#web/ui/feedback/error-state.tsx';
import { MoreButton } from '#web/ui/more-button.tsx';
import { useHeld } from '#web/ui/use-held.ts';
import classes from './failed-mails.module.css';
import { suppressionsQuery } from './queries.ts';

const REASONS: Record<SuppressionReason, () => string> = {
  bounce: m.mails_suppressed_bounce,
  complaint: m.mails_suppressed_complaint,
};

/** Addresses that bounced or complained, and the way back; nothing where there are none. */
export function SuppressedAddresses() {
  const query = useInfiniteQuery(suppressionsQuery(useApi()));
  const { data, error } = query;
  const items = data?.pages.flatMap((page) => page.items) ?? [];
  if (error && !data) return <ErrorState error={error} title={m.mails_suppressed_error()} heading="h2" />;
  if (items.length === 0) return null;
  return (
    <section className={classes.suppressed} aria-labelledby="suppressed">
      <h2 id="suppressed">{m.mails_suppressed_title()}</h2>
      <p>{m.mails_suppressed_lead()}</p>
      <ul className={classes.list}>
        {items.map((suppression) => (
          <SuppressedAddress key={suppression.id} suppression={suppression} />
        ))}
      </ul>
      <MoreButton list={query}>{m.mails_suppressed_more()}</MoreButton>
    </section>
  );
}

function SuppressedAddress({ suppression }: { suppression: MailSuppression }) {
  const { address, detail, id, reason, reportedAt } = suppression;
  const api = useApi();
  const queryClient = useQueryClient();
  const { busy, run } = useHeld(async () => {
    try {
      await api.mailSuppressions.remove({ id });
      toast({ title: m.admin_success(), description: m.mails_suppressed_allowed() });
    } catch (error) {
      toastFailure(error, { title: m.mails_suppressed_failed() });
    } finally {
      await queryClient.invalidateQueries({ queryKey: suppressionsQuery(api).queryKey });
    }
  });
  return (
    <li>
      <article className={classes.card}>
        <header className={classes.head}>
          <h3>{address}</h3>
          <span>{REASONS[reason]()}</span>
          <time dateTime={reportedAt}>{formatTime(reportedAt)}</time>
        </header>
        {detail && <p className={classes.reason}>{detail}</p>}
        <footer className={classes.foot}>
          <Button
            variant="secondary"
            size="sm"
            busy={busy}
            onClick={run}
            aria-label={m.mails_suppressed_allow_named({ address })}
          >
            {m.mails_suppressed_allow()}
          </Button>
        </footer>
      </article>
    </li>
  );
}
