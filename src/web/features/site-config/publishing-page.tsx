import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import { useQuery } from '@tanstack/react-query';
import { type PublishingSettings, publishingForm } from '#contract/administration/settings';
import { m } from '#web/lib/messages.ts';
import { useApi } from '#web/lib/session/session.ts';
import { ErrorState } from '#web/ui/feedback/error-state.tsx';
import { LoadingState } from '#web/ui/feedback/loading-state.tsx';
import classes from './config.module.css';
import { ConfigForm } from './config-form.tsx';
import { publishingQuery } from './queries.ts';
import { onOrOff, SwitchField } from './switch-field.tsx';

/** How new courses and posts start, and whether learners review courses. */
export function PublishingPage() {
  const api = useApi();
  const { data, error } = useQuery(publishingQuery(api));
  if (error && !data) return <ErrorState error={error} />;
  if (!data) return <LoadingState />;
  return (
    <ConfigForm<PublishingSettings>
      title={m.config_publishing_title()}
      lead={m.config_publishing_lead()}
      saved={data}
      resolver={standardSchemaResolver(publishingForm) as never}
      savedText={m.config_publishing_saved()}
      onSave={(values, version) => api.settings.savePublishing({ ...values, version })}
      fields={{
        drafts: [m.config_publishing_drafts, onOrOff],
        reviews: [m.config_publishing_reviews, onOrOff],
      }}
    >
      <div className={classes.switches}>
        <SwitchField<PublishingSettings>
          name="drafts"
          label={m.config_publishing_drafts()}
          text={m.config_publishing_drafts_text()}
        />
        <SwitchField<PublishingSettings>
          name="reviews"
          label={m.config_publishing_reviews()}
          text={m.config_publishing_reviews_text()}
        />
      </div>
    </ConfigForm>
  );
}
