import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useFormContext } from 'react-hook-form';
import { type SchoolSettings, schoolForm } from '#contract/administration/settings';
import { PRODUCT, resolveSchool } from '#domain/site/school';
import { m } from '#web/lib/messages.ts';
import { useApi } from '#web/lib/session/session.ts';
import { siteInfo } from '#web/lib/site-info.ts';
import { ErrorState } from '#web/ui/feedback/error-state.tsx';
import { LoadingState } from '#web/ui/feedback/loading-state.tsx';
import { TextAreaField, TextField } from '#web/ui/fields/text-field.tsx';
import classes from './config.module.css';
import { ConfigForm } from './config-form.tsx';
import { schoolQuery } from './queries.ts';
import { onOrOff, SwitchField } from './switch-field.tsx';
import { useChangeSite } from './use-change-site.ts';

/** What the school is called, on every page and in every mail. */
export function SchoolPage() {
  const api = useApi();
  const queryClient = useQueryClient();
  const changeSite = useChangeSite();
  const { data, error } = useQuery(schoolQuery(api));
  if (error && !data) return <ErrorState error={error} />;
  if (!data) return <LoadingState />;
  return (
    <ConfigForm<SchoolSettings>
      title={m.config_school_title()}
      lead={m.config_school_lead()}
      saved={data}
      resolver={standardSchemaResolver(schoolForm) as never}
      savedText={m.config_school_saved()}
      onSave={(values, version) => api.settings.saveSchool({ ...values, version })}
      onSaved={(saved) => changeSite({ school: resolveSchool(saved, siteInfo(queryClient).seo) })}
      fields={{
        name: [m.config_school_name],
        description: [m.config_school_description],
        poweredBy: [m.config_school_powered_by, onOrOff],
      }}
    >
      <SchoolFields />
    </ConfigForm>
  );
}

function SchoolFields() {
  const { formState, register } = useFormContext<SchoolSettings>();
  const { seo } = siteInfo(useQueryClient());
  const { errors } = formState;
  return (
    <div className={classes.fields}>
      <TextField
        label={m.config_school_name()}
        help={m.config_school_name_help()}
        placeholder={seo.title || PRODUCT}
        error={errors.name?.message}
        {...register('name')}
      />
      <TextAreaField
        label={m.config_school_description()}
        help={m.config_school_description_help()}
        placeholder={seo.description || m.shell_tagline()}
        rows={2}
        error={errors.description?.message}
        {...register('description')}
      />
      <SwitchField<SchoolSettings>
        name="poweredBy"
        label={m.config_school_powered_by()}
        text={m.config_school_powered_by_text()}
      />
    </div>
  );
}
