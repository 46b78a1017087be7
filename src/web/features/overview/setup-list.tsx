import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { Setup } from '#contract/administration/setup';
import type { SetupStep } from '#domain/site/setup-steps';
import { toastFailure } from '#web/lib/api/toast-failure.ts';
import { m } from '#web/lib/messages.ts';
import { useApi } from '#web/lib/session/session.ts';
import { Button } from '#web/ui/button.tsx';
import { TextLink } from '#web/ui/text-link.tsx';
import { setupQuery } from './queries.ts';
import classes from './setup-list.module.css';

interface Step {
  readonly to: string;
  readonly search?: Readonly<Record<string, string>>;
  readonly label: () => string;
}

const STEPS: Readonly<Record<SetupStep, Step>> = {
  password: { to: '/profile', search: { tab: 'security' }, label: m.admin_setup_password },
  address: { to: '/profile', label: m.admin_setup_address },
  'second-factor': { to: '/profile', search: { tab: 'security' }, label: m.admin_setup_second_factor },
  mail: { to: '/admin/settings/documentation', label: m.admin_setup_mail },
  name: { to: '/admin/settings/school', label: m.admin_setup_name },
  course: { to: '/admin/courses/new', label: m.admin_setup_course },
  publish: { to: '/admin/courses', label: m.admin_setup_publish },
};

/** The first steps of a new school, until all are done or an administrator puts the list away. */
export function SetupList() {
  const api = useApi();
  const queryClient = useQueryClient();
  const { data } = useQuery(setupQuery(api));
  if (!data || data.dismissed || data.steps.every(({ done }) => done)) return null;
  const dismiss = async () => {
    try {
      await api.setup.dismiss();
      queryClient.setQueryData<Setup>(setupQuery(api).queryKey, { ...data, dismissed: true });
    } catch (error) {
      toastFailure(error);
    }
  };
  const count = data.steps.filter(({ done }) => done).length;
  return (
    <section className={classes.setup} aria-labelledby="setup">
      <div className={classes.head}>
        <div className={classes.title}>
          <h2 id="setup">{m.admin_setup_title()}</h2>
          <span className={classes.count}>{m.admin_setup_count({ count, total: data.steps.length })}</span>
        </div>
        <Button variant="quiet" size="sm" onClick={dismiss}>
          {m.admin_setup_dismiss()}
        </Button>
      </div>
      <ul className={classes.steps}>
        {data.steps.map(({ done, step }) => {
          const { label, search, to } = STEPS[step];
          return (
            <li key={step} data-done={done || undefined}>
              <span className={classes.tick} aria-hidden="true" />
              <TextLink to={to} {...(search && { search })} quiet>
                {label()}
              </TextLink>
              {done && <span className="sr-only">{m.admin_setup_done()}</span>}
            </li>
          );
        })}
      </ul>
    </section>
  );
}
