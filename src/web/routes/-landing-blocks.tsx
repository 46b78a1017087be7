import { useSuspenseQuery } from '@tanstack/react-query';
import { type ComponentType, Suspense } from 'react';
import type { BlockOf, PublicBlock } from '#contract/administration/landing';
import { PlansInBrief } from '#web/features/plans/plans-in-brief.tsx';
import { plansQuery } from '#web/features/plans/queries.ts';
import { CallToAction } from '#web/features/site/call-to-action.tsx';
import { FeaturedCourses } from '#web/features/site/featured-courses.tsx';
import { Hero } from '#web/features/site/hero.tsx';
import { Reasons } from '#web/features/site/reasons.tsx';
import { Section } from '#web/features/site/section.tsx';
import { latePart } from '#web/lib/late/late-part.ts';
import { m } from '#web/lib/messages.ts';
import { useApi } from '#web/lib/session/session.ts';
import { useSiteInfo } from '#web/lib/site-info.ts';
import { TextLink } from '#web/ui/text-link.tsx';

// It is in the page from the server; what makes it work comes after the rest.
const LandingCode = latePart(() => import('./-landing-code.tsx'), 'LandingCode');

// Most schools keep the landing page that they were given.
const OwnBlock = latePart(() => import('#web/features/site/blocks/own-blocks.tsx'), 'OwnBlock');

/** The landing page from top to bottom, for visitors and in the preview of its editor. */
export function LandingBlocks({ blocks }: { blocks: readonly PublicBlock[] }) {
  const { school } = useSiteInfo();
  return (
    <>
      {blocks.every(({ kind }) => kind !== 'hero') && <h1 className="sr-only">{school.name}</h1>}
      {blocks.map((block) => {
        // Each kind has the part that takes it.
        const Part = (PARTS[block.kind] ?? OwnBlock) as unknown as ComponentType<PublicBlock>;
        return (
          <Suspense key={block.id}>
            <Part {...block} />
          </Suspense>
        );
      })}
    </>
  );
}

function Pricing({ title }: BlockOf<'pricing'>) {
  const plans = useSuspenseQuery(plansQuery(useApi())).data;
  return (
    plans.length > 0 && (
      <Section
        title={title || m.site_landing_plans()}
        aside={<TextLink to="/pricing">{m.site_landing_plans_all()}</TextLink>}
      >
        <PlansInBrief plans={plans} />
      </Section>
    )
  );
}

const PARTS: { readonly [Kind in PublicBlock['kind']]?: ComponentType<BlockOf<Kind>> } = {
  hero: Hero,
  featured: FeaturedCourses,
  lab: LandingCode,
  reasons: Reasons,
  pricing: Pricing,
  call: CallToAction,
};
