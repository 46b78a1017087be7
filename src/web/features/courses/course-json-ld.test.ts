import { expect, test } from 'vitest';
import { courseJsonLd } from './course-json-ld.ts';
import { planOffers } from './locked/plan-offers.ts';

const SITE = { publicUrl: 'https://school.test', school: { name: 'Harbor' } as never };
const PLAN = {
  id: '0191d2a4-0000-7000-8000-000000000001',
  name: 'Premium',
  tier: 'premium' as const,
  price: '19.99',
  description: '',
  features: [],
};
const course = (subscriptionLevel: 'free' | 'premium') => ({
  slug: 'sql',
  title: 'SQL',
  description: 'Tables',
  level: 'beginner' as const,
  subscriptionLevel,
  outcomes: ['Ask'],
  shareImage: '/share/courses/sql.jpg?v=1',
  minutes: 95,
  rating: null,
  authors: [],
});
const offer = (interval: 'month' | 'year', amount: number, currency: string) => ({
  id: '0191d2a4-0000-7000-8000-000000000002',
  planId: PLAN.id,
  tier: 'premium' as const,
  interval,
  amount,
  trialDays: 0,
  currency,
});

/** What search engines ask of a Course and its Offer (schema.org, and Google's list of required fields). */
function isComplete(statement: object): void {
  expect(statement).toMatchObject({
    '@type': 'Course',
    name: expect.stringMatching(/./),
    description: expect.stringMatching(/./),
    image: expect.stringMatching(/^https:/),
    provider: {
      '@type': 'Organization',
      name: expect.stringMatching(/./),
      url: expect.stringMatching(/^https:/),
    },
    hasCourseInstance: { '@type': 'CourseInstance', courseMode: 'Online', courseWorkload: 'PT1H35M' },
  });
  const { offers } = statement as { offers: Record<string, string>[] };
  expect(offers.length).toBeGreaterThan(0);
  for (const one of offers) {
    expect(one['@type']).toBe('Offer');
    expect(['Free', 'Subscription']).toContain(one.category);
    expect(one.price).toMatch(/^\d+(\.\d+)?$/);
    expect(one.priceCurrency).toMatch(/^[A-Z]{3}$/);
    expect(one.availability).toBe('https://schema.org/InStock');
  }
}

test('a free course is offered for nothing', () => {
  const statement = courseJsonLd(course('free'), SITE);
  isComplete(statement);
  expect(statement).toMatchObject({
    isAccessibleForFree: true,
    offers: [{ category: 'Free', price: '0' }],
  });
});

test('a closed course is offered at each price of its plan, as checkout charges it', () => {
  const sold = [offer('month', 1999, 'eur'), offer('year', 19_900, 'eur')];
  const statement = courseJsonLd(course('premium'), SITE, planOffers(course('premium'), [PLAN], sold, SITE));
  isComplete(statement);
  expect(statement).toMatchObject({
    isAccessibleForFree: false,
    offers: [
      {
        category: 'Subscription',
        price: '19.99',
        priceCurrency: 'EUR',
        url: 'https://school.test/pricing?from=%2Fcourses%2Fsql',
        priceSpecification: { '@type': 'UnitPriceSpecification', unitCode: 'MON' },
      },
      { price: '199.00', priceSpecification: { unitCode: 'ANN' } },
    ],
  });
});

test('a currency without decimals is written without', () => {
  const offers = planOffers(course('premium'), [PLAN], [offer('month', 2500, 'jpy')], SITE);
  expect(offers).toMatchObject([{ price: '2500', priceCurrency: 'JPY' }]);
});

test('without payments the price of the plan counts, and a plan that is not sold is not offered', () => {
  expect(planOffers(course('premium'), [PLAN], null, SITE)).toMatchObject([
    { price: '19.99', priceCurrency: 'USD' },
  ]);
  expect(planOffers(course('premium'), [PLAN], [], SITE)).toEqual([]);
  expect(planOffers(course('premium'), [], null, SITE)).toEqual([]);
});

test('the average is told where there are reviews, and nothing where there are none', () => {
  expect(courseJsonLd(course('free'), SITE)).not.toHaveProperty('aggregateRating');
  expect(courseJsonLd({ ...course('free'), rating: { count: 12, average: 4.6 } }, SITE)).toMatchObject({
    aggregateRating: {
      '@type': 'AggregateRating',
      ratingValue: 4.6,
      ratingCount: 12,
      bestRating: 5,
      worstRating: 1,
    },
  });
});
