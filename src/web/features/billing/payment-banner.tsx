import { formatDate } from '#web/lib/format.ts';
import { m } from '#web/lib/messages.ts';
import { PageBanner } from '#web/ui/layout/page-banner.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';
import { hasPassed } from './has-passed.ts';
import { useBilled } from './queries.ts';

/** Says on every page that a payment failed, with the date by which the card must be updated. */
export function PaymentBanner() {
  const { data } = useBilled();
  const payBy = data?.state === 'overdue' ? data.subscription?.payBy : undefined;
  if (!payBy) return null;
  const words = { date: formatDate(payBy) };
  const text = hasPassed(payBy) ? m.billing_banner_ended(words) : m.billing_banner(words);
  return (
    <PageBanner label={m.billing_banner_label()} text={text}>
      <LinkButton to="/profile" search={{ tab: 'subscription' }} variant="secondary" size="sm">
        {m.billing_banner_update()}
      </LinkButton>
    </PageBanner>
  );
}
