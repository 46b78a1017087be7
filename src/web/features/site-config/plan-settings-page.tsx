import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type PlanSettings, planSettingsForm } from '#contract/administration/plan-settings';
import { m } from '#web/lib/messages.ts';
import { useApi } from '#web/lib/session/session.ts';
import { type SiteInfo, siteInfo } from '#web/lib/site-info.ts';
import { ErrorState } from '#web/ui/feedback/error-state.tsx';
import { LoadingState } from '#web/ui/feedback/loading-state.tsx';
import classes from './config.module.css';
import { ConfigForm } from './config-form.tsx';
import { planSettingsQuery } from './queries.ts';
import { onOrOff, SwitchField } from './switch-field.tsx';
import { useFollowPlanSettings } from './use-follow-plan-settings.ts';

/** What the switch does in this school. */
function choiceText({ sellsPlans, takesPayments }: SiteInfo): string {
  if (takesPayments) return m.config_plans_free_choice_paid();
  return sellsPlans ? m.config_plans_free_choice_transfer() : m.config_plans_free_choice_text();
}

/** How plans are given out and what the catalog shows of them. */
export function PlanSettingsPage() {
  const api = useApi();
  const follow = useFollowPlanSettings();
  const site = siteInfo(useQueryClient());
  const { data, error } = useQuery(planSettingsQuery(api));
  if (error && !data) return <ErrorState error={error} />;
  if (!data) return <LoadingState />;
  return (
    <ConfigForm<PlanSettings>
      title={m.config_plans_title()}
      lead={m.config_plans_lead()}
      saved={data}
      resolver={standardSchemaResolver(planSettingsForm) as never}
      savedText={m.config_plans_saved()}
      onSave={(values, version) => api.settings.savePlans({ ...values, version })}
      onSaved={follow}
      fields={{
        freeChoice: [m.config_plans_free_choice, onOrOff],
        lockedCourses: [m.config_plans_locked, onOrOff],
      }}
    >
      <div className={classes.switches}>
        <SwitchField<PlanSettings>
          name="freeChoice"
          label={m.config_plans_free_choice()}
          text={choiceText(site)}
        />
        <SwitchField<PlanSettings>
          name="lockedCourses"
          label={m.config_plans_locked()}
          text={m.config_plans_locked_text()}
        />
      </div>
    </ConfigForm>
  );
}
