import { m } from '#web/lib/messages.ts';
import { useUser } from '#web/lib/session/session.ts';
import { LinkButton } from '#web/ui/link-button.tsx';
import { Glimpse } from './glimpse.tsx';
import classes from './hero.module.css';
import { COURSES, REGISTER } from './paths.ts';

/** The headline, one sentence, what to do next, and a living glimpse of the product. */
export function Hero() {
  const user = useUser();
  return (
    <section className={classes.hero}>
      <div>
        <h1 className={classes.title}>{m.site_landing_title()}</h1>
        <p className={classes.lead}>{m.site_landing_lead()}</p>
        <div className={classes.actions}>
          <LinkButton to={COURSES} size="lg">
            {m.site_landing_browse()}
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
