import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { Coupon } from '#contract/billing-coupons';
import { toastFailure } from '#web/lib/api/toast-failure.ts';
import { formatDate } from '#web/lib/format.ts';
import { m } from '#web/lib/messages.ts';
import { useAsked } from '#web/lib/saving/use-asked.ts';
import { useApi } from '#web/lib/session/session.ts';
import { toast } from '#web/lib/toast.ts';
import { Button } from '#web/ui/button.tsx';
import { ConfirmDialog } from '#web/ui/dialogs/confirm-dialog.tsx';
import { ErrorState } from '#web/ui/feedback/error-state.tsx';
import { LoadingState } from '#web/ui/feedback/loading-state.tsx';
import { ListTable } from '#web/ui/layout/list-table.tsx';
import { offWords } from '../discount-words.ts';
import { plansQuery } from '../queries.ts';
import classes from './billing-page.module.css';
import { CouponForm } from './coupon-form.tsx';
import { couponsQuery, pricesQuery } from './queries.ts';

/** The codes that members enter at checkout: created and deactivated, never changed. */
export function Coupons() {
  const api = useApi();
  const queryClient = useQueryClient();
  const made = useQuery(couponsQuery(api));
  const named = useQuery(plansQuery(api));
  const sold = useQuery(pricesQuery(api));
  const coupons = made.data ?? [];
  const plans = named.data ?? [];
  const prices = sold.data ?? [];
  const reads = [made, named, sold];
  const isRead = reads.every(({ data }) => data !== undefined);
  const error = reads.find(({ data, error: failure }) => !data && failure)?.error;
  const { ask, asked, close } = useAsked<Coupon>();
  const deactivate = async () => {
    try {
      await api.billing.deactivateCoupon({ id: asked?.id ?? '' });
      toast({ title: m.coupons_deactivated() });
      // Before its row goes, so that the focus comes back there.
      close(asked);
      await queryClient.invalidateQueries({ queryKey: couponsQuery(api).queryKey });
    } catch (failure) {
      toastFailure(failure);
    } finally {
      close(asked);
    }
  };
  const planNames = (ids: Coupon['planIds']) =>
    ids === null
      ? m.coupons_all_plans()
      : ids.map((id) => plans.find((plan) => plan.id === id)?.name ?? '–').join(', ');
  return (
    <section className={classes.block}>
      <h2>{m.coupons_title()}</h2>
      <p>{m.coupons_text()}</p>
      {error && <ErrorState error={error} heading="h3" />}
      {!isRead && !error && <LoadingState inline />}
      {isRead && coupons.length === 0 && <p>{m.coupons_none()}</p>}
      {isRead && coupons.length > 0 && (
        <ListTable
          caption={m.coupons_title()}
          columns={[
            m.coupons_code(),
            m.coupons_discount(),
            m.coupons_plans(),
            m.coupons_redemptions(),
            m.coupons_expires(),
            m.users_column_actions(),
          ]}
        >
          {coupons.map((coupon) => (
            <tr key={coupon.id}>
              <th scope="row">{coupon.code}</th>
              <td data-label={m.coupons_discount()}>{termsWords(coupon)}</td>
              <td data-label={m.coupons_plans()}>{planNames(coupon.planIds)}</td>
              <td data-label={m.coupons_redemptions()}>
                {coupon.maxRedemptions === null
                  ? coupon.redemptions
                  : m.coupons_redeemed({ count: coupon.redemptions, max: coupon.maxRedemptions })}
              </td>
              <td data-label={m.coupons_expires()}>
                {coupon.expiresAt ? formatDate(coupon.expiresAt) : '–'}
              </td>
              <td>
                {coupon.isActive ? (
                  <Button
                    variant="quiet"
                    size="sm"
                    onClick={() => ask(coupon)}
                    aria-label={m.coupons_deactivate_named({ code: coupon.code })}
                  >
                    {m.coupons_deactivate()}
                  </Button>
                ) : (
                  m.coupons_inactive()
                )}
              </td>
            </tr>
          ))}
        </ListTable>
      )}
      {/* Without the plans to choose from, a coupon would be for all of them. */}
      {isRead && (
        <CouponForm
          plans={plans.filter(({ id }) => prices.some((price) => price.isOffered && price.planId === id))}
        />
      )}
      <ConfirmDialog
        open={asked !== null}
        text={m.coupons_deactivate_text()}
        confirm={m.coupons_deactivate()}
        onCancel={() => close(asked)}
        onConfirm={deactivate}
      />
    </section>
  );
}

function termsWords(coupon: Coupon): string {
  const off = offWords(coupon, coupon.currency ?? '');
  if (coupon.duration === 'once') return m.coupons_off_once({ off });
  if (coupon.duration === 'forever') return m.coupons_off_forever({ off });
  return m.coupons_off_months({ off, count: coupon.months ?? 0 });
}
