import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type AlertSettings, alertForm } from '#contract/administration/alert-settings';
import { m } from '#web/lib/messages.ts';
import { useApi } from '#web/lib/session/session.ts';
import { ErrorState } from '#web/ui/feedback/error-state.tsx';
import { LoadingState } from '#web/ui/feedback/loading-state.tsx';
import { ConfigForm } from '../config-form.tsx';
import { alertSecretQuery, alertsQuery } from '../queries.ts';
import { AlertFields } from './alert-fields.tsx';
import { TestAlert } from './test-alert.tsx';

const text = (value: unknown) => String(value);
const lines = (value: unknown) => (Array.isArray(value) ? value.join(', ') : '');

/** Who is notified of problems of the system, from when on, and how often. */
export function AlertsPage() {
  const api = useApi();
  const queryClient = useQueryClient();
  const { data, error } = useQuery(alertsQuery(api));
  if (error && !data) return <ErrorState error={error} />;
  if (!data) return <LoadingState />;
  return (
    <>
      <ConfigForm<AlertSettings>
        title={m.alerts_title()}
        lead={m.alerts_lead()}
        saved={data}
        resolver={standardSchemaResolver(alertForm) as never}
        savedText={m.alerts_saved()}
        onSave={(values, version) => api.settings.saveAlerts({ ...values, version })}
        onSaved={() => queryClient.invalidateQueries({ queryKey: alertSecretQuery(api).queryKey })}
        fields={{
          emails: [m.alerts_emails, lines],
          webhookUrl: [m.alerts_webhook, text],
          choreFailures: [m.alerts_chore_failures, text],
          failedMails: [m.alerts_failed_mails, text],
          backupDays: [m.alerts_backup_days, text],
          perHour: [m.alerts_per_hour, text],
        }}
      >
        <AlertFields />
      </ConfigForm>
      <TestAlert />
    </>
  );
}
