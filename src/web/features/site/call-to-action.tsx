import type { BlockOf } from '#contract/administration/landing';
import { m } from '#web/lib/messages.ts';
import { useUser } from '#web/lib/session/session.ts';
import { LinkButton } from '#web/ui/link-button.tsx';
import classes from './call-to-action.module.css';
import { COURSES, REGISTER } from './paths.ts';

/** The end of the landing page: 'Sign Up Now', or 'Browse Courses' for who is signed in. */
export function CallToAction({ button, buttonTo, title }: BlockOf<'call'>) {
  const user = useUser();
  return (
    <section className={classes.call}>
      <h2 className={classes.title}>
        {title || (user ? m.site_landing_cta_member() : m.site_landing_cta())}
      </h2>
      {user ? (
        <LinkButton to={COURSES} size="lg">
          {m.site_landing_browse()}
        </LinkButton>
      ) : (
        <LinkButton to={buttonTo || REGISTER} size="lg">
          {button || m.site_landing_sign_up()}
        </LinkButton>
      )}
    </section>
  );
}
