import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import { useQuery } from '@tanstack/react-query';
import { useFormContext } from 'react-hook-form';
import { type MailSettings, mailForm } from '#contract/administration/settings';
import { m } from '#web/lib/messages.ts';
import { useApi } from '#web/lib/session/session.ts';
import { ErrorState } from '#web/ui/feedback/error-state.tsx';
import { LoadingState } from '#web/ui/feedback/loading-state.tsx';
import classes from './config.module.css';
import { ConfigForm } from './config-form.tsx';
import { mailsQuery } from './queries.ts';
import { onOrOff, SwitchField } from './switch-field.tsx';

type Name = keyof MailSettings;

const FIELDS: readonly { name: Name; label: () => string; text: () => string }[] = [
  { name: 'master', label: m.config_mails_master, text: m.config_mails_master_text },
  { name: 'courseUpdates', label: m.config_mails_course_updates, text: m.config_mails_course_updates_text },
  { name: 'signups', label: m.config_mails_signups, text: m.config_mails_signups_text },
  { name: 'subscriptions', label: m.config_mails_subscriptions, text: m.config_mails_subscriptions_text },
  { name: 'marketing', label: m.config_mails_marketing, text: m.config_mails_marketing_text },
];

/** Which mails go out; with the master toggle off the others are disabled (spec section 4). */
export function MailsPage() {
  const api = useApi();
  const { data, error } = useQuery(mailsQuery(api));
  if (error && !data) return <ErrorState error={error} />;
  if (!data) return <LoadingState />;
  return (
    <ConfigForm<MailSettings>
      title={m.config_mails_title()}
      lead={m.config_mails_lead()}
      saved={data}
      resolver={standardSchemaResolver(mailForm) as never}
      savedText={m.config_mails_saved()}
      onSave={(values, version) => api.settings.saveMails({ ...values, version })}
      fields={{
        master: [m.config_mails_master, onOrOff],
        courseUpdates: [m.config_mails_course_updates, onOrOff],
        signups: [m.config_mails_signups, onOrOff],
        subscriptions: [m.config_mails_subscriptions, onOrOff],
        marketing: [m.config_mails_marketing, onOrOff],
      }}
    >
      <MailFields />
    </ConfigForm>
  );
}

function MailFields() {
  const { watch } = useFormContext<MailSettings>();
  const isOn = watch('master');
  return (
    <div className={classes.switches}>
      {FIELDS.map(({ label, name, text }) => (
        <SwitchField<MailSettings>
          key={name}
          name={name}
          label={label()}
          text={text()}
          disabled={name !== 'master' && !isOn}
        />
      ))}
    </div>
  );
}
