import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import { useQuery } from '@tanstack/react-query';
import { useFormContext } from 'react-hook-form';
import { type RetentionSettings, retentionForm } from '#contract/administration/settings';
import { FOREVER, RETAINED, RETENTION_DAYS, type Retained } from '#domain/site/retention';
import { m } from '#web/lib/messages.ts';
import { useApi } from '#web/lib/session/session.ts';
import { ErrorState } from '#web/ui/feedback/error-state.tsx';
import { LoadingState } from '#web/ui/feedback/loading-state.tsx';
import { SelectField } from '#web/ui/fields/text-field.tsx';
import { ConfigForm } from './config-form.tsx';
import { retentionQuery } from './queries.ts';

const WORDS: Record<Retained, { label: () => string; help: () => string }> = {
  signIns: { label: m.config_retention_sign_ins, help: m.config_retention_sign_ins_help },
  audit: { label: m.config_retention_audit, help: m.config_retention_audit_help },
  emails: { label: m.config_retention_emails, help: m.config_retention_emails_help },
  notifications: { label: m.config_retention_notifications, help: m.config_retention_notifications_help },
  revisions: { label: m.config_retention_revisions, help: m.config_retention_revisions_help },
  examFiles: { label: m.config_retention_exam_files, help: m.config_retention_exam_files_help },
};
const inWords = (days: number) => m.config_retention_days({ days });
/** From the shortest to forever. */
const choicesOf = (name: Retained) =>
  [...RETENTION_DAYS[name]].sort((a, b) => (a === FOREVER ? 1 : b === FOREVER ? -1 : a - b));

/** How long records are kept that nobody needs for good. */
export function RetentionPage() {
  const api = useApi();
  const { data, error } = useQuery(retentionQuery(api));
  if (error && !data) return <ErrorState error={error} />;
  if (!data) return <LoadingState />;
  return (
    <ConfigForm<RetentionSettings>
      title={m.config_retention_title()}
      lead={m.config_retention_lead()}
      saved={data}
      resolver={standardSchemaResolver(retentionForm) as never}
      savedText={m.config_retention_saved()}
      onSave={(values, version) => api.settings.saveRetention({ ...values, version })}
      fields={{
        signIns: [WORDS.signIns.label, inWords],
        audit: [WORDS.audit.label, inWords],
        emails: [WORDS.emails.label, inWords],
        notifications: [WORDS.notifications.label, inWords],
        revisions: [WORDS.revisions.label, inWords],
        examFiles: [WORDS.examFiles.label, inWords],
      }}
    >
      {RETAINED.map((name) => (
        <PeriodField key={name} name={name} />
      ))}
    </ConfigForm>
  );
}

function PeriodField({ name }: { name: Retained }) {
  const { formState, register } = useFormContext<RetentionSettings>();
  const { help, label } = WORDS[name];
  return (
    <SelectField
      label={label()}
      help={help()}
      error={formState.errors[name]?.message}
      {...register(name, { valueAsNumber: true })}
    >
      {choicesOf(name).map((days) => (
        <option key={days} value={days}>
          {inWords(days)}
        </option>
      ))}
    </SelectField>
  );
}
