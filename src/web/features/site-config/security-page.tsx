import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { type SecuritySettings, securityForm } from '#contract/administration/settings';
import { ApiError, failureCode } from '#web/lib/api/api-error.ts';
import { m } from '#web/lib/messages.ts';
import { useApi } from '#web/lib/session/session.ts';
import { ConfirmDialog } from '#web/ui/dialogs/confirm-dialog.tsx';
import { ErrorState } from '#web/ui/feedback/error-state.tsx';
import { LoadingState } from '#web/ui/feedback/loading-state.tsx';
import { ConfigForm } from './config-form.tsx';
import { securityQuery } from './queries.ts';
import { policyWord, SecurityFields } from './security-fields.tsx';
import { onOrOff } from './switch-field.tsx';
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
        onSave={(values, version) => {
          const sent = { ...values, version, confirmed: confirmed.current };
          // Combined with somebody else's changes it would be something that nobody has confirmed.
          confirmed.current = false;
          return api.settings.saveSecurity(sent);
        }}
        onSaved={({ passwordPolicy, twoFactor }) =>
          changeSite({ passwordPolicy, twoFactorForAdministrators: twoFactor })
        }
        onFailure={(failure, again) => {
          if (failureCode(failure) !== 'WOULD_LOCK_OUT' || !(failure instanceof ApiError)) return false;
          setLockOut({ reason: Object.values(failure.fields)[0] ?? '', again });
          return true;
        }}
        fields={{
          twoFactor: [m.config_security_two_factor, onOrOff],
          passwordPolicy: [m.config_security_policy, policyWord],
          sessionMinutes: [m.config_security_minutes],
          allowedAddresses: [m.config_security_addresses, (addresses) => addresses.join('\n')],
        }}
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
          return lockOut?.again().catch(() => undefined) ?? null;
        }}
      />
    </>
  );
}
