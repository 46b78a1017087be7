import type { LandingSettings } from '#contract/administration/landing';
import { m } from '#web/lib/messages.ts';
import { useUser } from '#web/lib/session/session.ts';
import { useSiteInfo } from '#web/lib/site-info.ts';
import { LinkButton } from '#web/ui/link-button.tsx';
import { Glimpse } from './glimpse.tsx';
import classes from './hero.module.css';
import { COURSES, REGISTER } from './paths.ts';

/** The headline, one sentence, what to do next, and a living glimpse of the product. */
export function Hero() {
  const user = useUser();
  const { button, buttonTo, text, title }: Partial<LandingSettings> = useSiteInfo().landing ?? {};
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
      <Glimpse />
    </section>
  );
}
