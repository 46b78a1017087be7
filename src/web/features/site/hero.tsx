import { Suspense } from 'react';
import type { BlockOf } from '#contract/administration/landing';
import { latePart } from '#web/lib/late/late-part.ts';
import { m } from '#web/lib/messages.ts';
import { useUser } from '#web/lib/session/session.ts';
import { LinkButton } from '#web/ui/link-button.tsx';
import { Glimpse } from './glimpse.tsx';
import classes from './hero.module.css';
import { COURSES, REGISTER } from './paths.ts';

const HeroPicture = latePart(() => import('./blocks/own-blocks.tsx'), 'HeroPicture');

/** The headline, one sentence, what to do next, and a picture or a living glimpse of the product. */
export function Hero({ alt, button, buttonTo, picture, text, title }: BlockOf<'hero'>) {
  const user = useUser();
  return (
    <section className={classes.hero}>
      <div>
        <h1 className={classes.title}>{title || m.site_landing_title()}</h1>
        <p className={classes.lead}>{text || m.site_landing_lead()}</p>
        <div className={classes.actions}>
          <LinkButton to={buttonTo || COURSES} size="lg">
            {button || m.site_landing_browse()}
          </LinkButton>
          {!user && (
            <LinkButton to={REGISTER} size="lg" variant="secondary">
              {m.site_landing_start()}
            </LinkButton>
          )}
        </div>
      </div>
      {picture ? (
        <Suspense>
          <HeroPicture picture={picture} alt={alt} />
        </Suspense>
      ) : (
        <Glimpse />
      )}
    </section>
  );
}
