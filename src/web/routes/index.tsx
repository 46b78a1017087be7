import { useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { Suspense } from 'react';
import { PlansInBrief } from '#web/features/plans/plans-in-brief.tsx';
import { plansQuery } from '#web/features/plans/queries.ts';
import { CallToAction } from '#web/features/site/call-to-action.tsx';
import { FeaturedCourses } from '#web/features/site/featured-courses.tsx';
import { Hero } from '#web/features/site/hero.tsx';
import { faqQuery, featuredCoursesQuery, featuredLabQuery } from '#web/features/site/queries.ts';
import { Reasons } from '#web/features/site/reasons.tsx';
import { Section } from '#web/features/site/section.tsx';
import { latePart } from '#web/lib/late/late-part.ts';
import { m } from '#web/lib/messages.ts';
import { pageHead } from '#web/lib/page-head.ts';
import { useApi } from '#web/lib/session/session.ts';
import { siteInfo, useSiteInfo } from '#web/lib/site-info.ts';
import { TextLink } from '#web/ui/text-link.tsx';
// Of the code to try, which comes late, but is in the page that the server sends.
import '#web/features/site/try-code.module.css';
import '#web/ui/prose/prose.module.css';

export const Route = createFileRoute('/')({
  loader: async ({ context: { api, queryClient } }) => {
    await Promise.all([
      queryClient.ensureQueryData(featuredCoursesQuery(api)),
      queryClient.ensureQueryData(featuredLabQuery(api)),
      queryClient.ensureQueryData(plansQuery(api)),
      siteInfo(queryClient).landing?.faq && queryClient.ensureQueryData(faqQuery(api)),
      siteInfo(queryClient).takesPayments &&
        import('#web/lib/plan-price.ts').then((it) => queryClient.ensureQueryData(it.offersQuery(api))),
    ]);
  },
  head: ({ match }) =>
    pageHead(match.context, {
      title: m.site_landing_head({ school: siteInfo(match.context.queryClient).school.name }),
      path: '/',
      crumbs: [{ label: m.site_home() }],
    }),
  component: LandingPage,
});

// It is in the page from the server; what makes it work comes after the rest.
const LandingCode = latePart(() => import('./-landing-code.tsx'), 'LandingCode');

// Most schools keep the landing page that they were given.
const ownBlocks = () => import('#web/features/site/blocks/own-blocks.tsx');
const Numbers = latePart(ownBlocks, 'Numbers');
const OwnEnd = latePart(ownBlocks, 'OwnEnd');

function LandingPage() {
  const { landing } = useSiteInfo();
  const api = useApi();
  const courses = useSuspenseQuery(featuredCoursesQuery(api)).data;
  const plans = useSuspenseQuery(plansQuery(api)).data;
  return (
    <>
      <Hero />
      {landing && (
        <Suspense>
          <Numbers numbers={landing.numbers} />
        </Suspense>
      )}
      <FeaturedCourses courses={courses} />
      <Suspense>
        <LandingCode />
      </Suspense>
      <Reasons />
      {plans.length > 0 && (
        <Section
          title={m.site_landing_plans()}
          aside={<TextLink to="/pricing">{m.site_landing_plans_all()}</TextLink>}
        >
          <PlansInBrief plans={plans} />
        </Section>
      )}
      {landing && (
        <Suspense>
          <OwnEnd {...landing} />
        </Suspense>
      )}
      <CallToAction />
    </>
  );
}
