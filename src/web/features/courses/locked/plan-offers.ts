import type { Plan } from '#contract/administration/plans';
import type { CourseOffer } from '#contract/courses/course-shapes';
import { slugPath } from '#domain/courses/page-paths';
import { digitsOf } from '#web/lib/money.ts';
import type { SoldPrice } from '#web/lib/plan-price.ts';
import type { SiteInfo } from '#web/lib/site-info.ts';
import { offerJsonLd } from '../course-json-ld.ts';

/** UN/CEFACT codes of what a price is for. */
const UNIT_CODES = { month: 'MON', year: 'ANN' } as const;

/**
 * What a closed course costs, for search engines: the plan that opens it by each of its prices. None where it is not sold.
 * `offers` is null where the school sells no plans: then the price of the plan counts.
 */
export function planOffers(
  { slug, subscriptionLevel }: Pick<CourseOffer, 'slug' | 'subscriptionLevel'>,
  plans: readonly Plan[],
  offers: readonly SoldPrice[] | null,
  { publicUrl }: Pick<SiteInfo, 'publicUrl'>,
): object[] {
  const plan = plans.find(({ tier }) => tier === subscriptionLevel);
  if (!plan) return [];
  const prices = offers
    ?.filter(({ planId }) => planId === plan.id)
    .map(({ amount, currency, interval }) => ({
      interval,
      price: (amount / 10 ** digitsOf(currency)).toFixed(digitsOf(currency)),
      priceCurrency: currency.toUpperCase(),
    })) ?? [{ interval: 'month' as const, price: plan.price, priceCurrency: 'USD' }];
  const url = `${publicUrl}/pricing?from=${encodeURIComponent(slugPath(slug))}`;
  return prices.map(({ interval, ...cost }) =>
    offerJsonLd({
      category: 'Subscription',
      url,
      ...cost,
      priceSpecification: {
        '@type': 'UnitPriceSpecification',
        ...cost,
        unitCode: UNIT_CODES[interval],
        valueAddedTaxIncluded: true,
      },
    }),
  );
}
