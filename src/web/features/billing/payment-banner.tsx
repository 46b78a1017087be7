import { useQuery } from '@tanstack/react-query';
import { formatDate } from '#web/lib/format.ts';
import { m } from '#web/lib/messages.ts';
import { useApi } from '#web/lib/session/session.ts';
import { PageBanner } from '#web/ui/layout/page-banner.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';
import { billedQuery } from './queries.ts';

/** Says on every page that a payment failed, with the date by which the card must be updated. */
export function PaymentBanner() {
  const { data } = useQuery(billedQuery(useApi()));
  const payBy = data?.state === 'overdue' ? data.subscription?.payBy : undefined;
  if (!payBy) return null;
  return (
    <PageBanner label={m.billing_banner_label()} text={m.billing_banner({ date: formatDate(payBy) })}>
      <LinkButton to="/profile" search={{ tab: 'subscription' }} variant="secondary" size="sm">
        {m.billing_banner_update()}
      </LinkButton>
    </PageBanner>
  );
}
