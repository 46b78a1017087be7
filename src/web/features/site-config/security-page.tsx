import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { type SecuritySettings, securityForm } from '#contract/settings';
import { ApiError, failureCode } from '#web/lib/api-error.ts';
import { m } from '#web/lib/messages.ts';
import { useApi } from '#web/lib/session.ts';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { ErrorState } from '#web/ui/error-state.tsx';
import { LoadingState } from '#web/ui/loading-state.tsx';
import { ConfigForm } from './config-form.tsx';
import { securityQuery } from './queries.ts';
import { policyWord, SecurityFields } from './security-fields.tsx';
import { useChangeSite } from './use-change-site.ts';

/** Second factor, password policy, session timeout, IP restrictions (spec section 9), in force once saved. */
export function SecurityPage() {
  const api = useApi();
  const changeSite = useChangeSite();
  const { data, error } = useQuery(securityQuery(api));
  const [lockOut, setLockOut] = useState<{ reason: string; again: () => Promise<void> } | null>(null);
  // Asked for when the request is made, not when the form was drawn.
  const confirmed = useRef(false);
  if (error && !data) return <ErrorState error={error} />;
  if (!data) return <LoadingState />;
  return (
    <>
      <ConfigForm<SecuritySettings>
        title={m.config_security_title()}
        lead={m.config_security_lead()}
        saved={data}
        resolver={standardSchemaResolver(securityForm) as never}
        savedText={m.config_security_saved()}
        onSave={(values, version) =>
          api.settings.saveSecurity({ ...values, version, confirmed: confirmed.current })
        }
        onSaved={({ passwordPolicy, twoFactor }) => {
          confirmed.current = false;
          changeSite({ passwordPolicy, twoFactorForAdministrators: twoFactor });
        }}
        onFailure={(failure, again) => {
          if (failureCode(failure) !== 'WOULD_LOCK_OUT' || !(failure instanceof ApiError)) return false;
          setLockOut({ reason: Object.values(failure.fields)[0] ?? '', again });
          return true;
        }}
        toRows={(values) => [
          [m.config_security_two_factor(), values.twoFactor ? m.config_on() : m.config_off()],
          [m.config_security_policy(), policyWord(values.passwordPolicy)],
          [m.config_security_minutes(), String(values.sessionMinutes)],
          [m.config_security_addresses(), values.allowedAddresses.join(', ')],
        ]}
      >
        <SecurityFields />
      </ConfigForm>
      <ConfirmDialog
        open={lockOut !== null}
        title={m.config_security_lock_out()}
        text={m.config_security_lock_out_text({ reason: lockOut?.reason ?? '' })}
        confirm={m.config_security_lock_out_confirm()}
        onCancel={() => setLockOut(null)}
        onConfirm={() => {
          confirmed.current = true;
          setLockOut(null);
          void lockOut?.again();
        }}
      />
    </>
  );
}
