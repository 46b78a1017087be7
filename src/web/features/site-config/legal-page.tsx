import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type LegalSettings, legalForm } from '#contract/administration/legal-settings';
import { m } from '#web/lib/messages.ts';
import { useApi } from '#web/lib/session/session.ts';
import { siteInfo } from '#web/lib/site-info.ts';
import { ErrorState } from '#web/ui/feedback/error-state.tsx';
import { LoadingState } from '#web/ui/feedback/loading-state.tsx';
import classes from './config.module.css';
import { ConfigForm } from './config-form.tsx';
import { countryName, LegalFields, refundWords } from './legal-fields.tsx';
import { legalQuery } from './queries.ts';
import { onOrOff } from './switch-field.tsx';
import { useChangeSite } from './use-change-site.ts';

/** What the law asks of a school that sells subscriptions. */
export function LegalPage() {
  const api = useApi();
  const { hasSoldPlans } = siteInfo(useQueryClient());
  const changeSite = useChangeSite();
  const { data, error } = useQuery(legalQuery(api));
  if (error && !data) return <ErrorState error={error} />;
  if (!data) return <LoadingState />;
  return (
    <ConfigForm<LegalSettings>
      title={m.legal_settings_title()}
      lead={m.legal_settings_lead()}
      saved={data}
      resolver={standardSchemaResolver(legalForm) as never}
      savedText={m.legal_settings_saved()}
      onSave={(values, version) => api.legal.saveSettings({ ...values, version })}
      onSaved={(saved) => hasSoldPlans && changeSite({ legal: linksOf(saved) })}
      fields={{
        country: [m.legal_settings_country, countryName],
        withdrawal: [m.legal_settings_withdrawal, onOrOff],
        withdrawalDays: [m.legal_settings_days, String],
        beginNow: [m.legal_settings_begin_now, onOrOff],
        refund: [m.legal_settings_refund, refundWords],
        cancellation: [m.legal_settings_cancellation, onOrOff],
        orderToPay: [m.legal_settings_order, onOrOff],
        taxNote: [m.legal_settings_tax_note],
        orderButton: [m.legal_settings_order_button],
        beginNowText: [m.legal_settings_begin_text],
        withdrawalLabel: [m.legal_settings_withdrawal_label],
        withdrawalConfirm: [m.legal_settings_withdrawal_confirm],
        withdrawalText: [m.legal_settings_withdrawal_page],
        cancellationLabel: [m.legal_settings_cancellation_label],
        cancellationConfirm: [m.legal_settings_cancellation_confirm],
      }}
    >
      <p className={classes.card}>{m.legal_settings_draft()}</p>
      {!hasSoldPlans && <p className={classes.note}>{m.legal_settings_off()}</p>}
      <LegalFields />
    </ConfigForm>
  );
}

/** The footer of this window follows without a reload. */
function linksOf(saved: LegalSettings): [to: string, label: string][] {
  const withdrawal: [string, string] = [
    '/legal/withdrawal',
    saved.withdrawalLabel || m.legal_withdraw_label(),
  ];
  const cancellation: [string, string] = [
    '/legal/cancellation',
    saved.cancellationLabel || m.legal_cancel_label(),
  ];
  return [...(saved.withdrawal ? [withdrawal] : []), ...(saved.cancellation ? [cancellation] : [])];
}
