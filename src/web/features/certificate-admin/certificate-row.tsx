import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { AdminCertificate } from '#contract/exams/certificates';
import { toastFailure } from '#web/lib/api/toast-failure.ts';
import { formatDate } from '#web/lib/format.ts';
import { m } from '#web/lib/messages.ts';
import { useAsked } from '#web/lib/saving/use-asked.ts';
import { useApi } from '#web/lib/session/session.ts';
import { toast } from '#web/lib/toast.ts';
import { CertificateStateBadge } from '#web/ui/badges/certificate-state.tsx';
import { Button } from '#web/ui/button.tsx';
import { ConfirmDialog } from '#web/ui/dialogs/confirm-dialog.tsx';
import { TextLink } from '#web/ui/text-link.tsx';
import classes from './certificate-list.module.css';
import { RevokeDialog } from './revoke-dialog.tsx';

/** One certificate: whose it is, what for, what it is worth, and what can be done. */
export function CertificateRow({ certificate }: { certificate: AdminCertificate }) {
  const { courseTitle, expiresAt, id, issuedAt, kind, presentName, revokedReason, state, title, userId } =
    certificate;
  const name = certificate.name ?? m.certificates_admin_deleted();
  const api = useApi();
  const queryClient = useQueryClient();
  const { ask, asked, close } = useAsked<'revoke' | 'reissue'>();
  const [busy, setBusy] = useState(false);
  const change = async (work: () => Promise<unknown>, done: string) => {
    setBusy(true);
    try {
      await work();
      toast({ title: done });
      close(asked);
    } catch (error) {
      toastFailure(error, { title: m.certificates_admin_failed() });
    } finally {
      await queryClient.invalidateQueries({ queryKey: ['admin', 'certificates'] });
      setBusy(false);
    }
  };
  const canRevoke = state === 'valid' || state === 'expired';
  const canReissue = userId !== null && (canRevoke || state === 'revoked');
  return (
    <tr>
      <th scope="row">
        {userId ? (
          <TextLink to="/admin/users/$id" params={{ id: userId }} quiet>
            {name}
          </TextLink>
        ) : (
          name
        )}
        {presentName && (
          <span className={classes.hint}>{m.certificates_admin_now_called({ name: presentName })}</span>
        )}
      </th>
      <td className={classes.line} data-label={m.certificates_admin_for()}>
        <TextLink to="/certificates/$id" params={{ id }}>
          {title}
        </TextLink>
        {kind === 'exam' && (
          <span className={classes.hint}>{m.certificates_of_course({ title: courseTitle })}</span>
        )}
      </td>
      <td className={classes.line} data-label={m.certificates_admin_dates()}>
        {formatDate(issuedAt)}
        {expiresAt && (
          <span className={classes.hint}>{m.certificates_until({ date: formatDate(expiresAt) })}</span>
        )}
      </td>
      <td data-label={m.certificates_admin_state()}>
        <CertificateStateBadge state={state} />
        {revokedReason && <span className={classes.hint}>{revokedReason}</span>}
      </td>
      <td>
        <div className={classes.actions}>
          {canReissue && (
            <Button
              variant="secondary"
              size="sm"
              aria-label={m.certificates_admin_reissue_named({ name, title })}
              onClick={() => ask('reissue')}
            >
              {m.certificates_admin_reissue()}
            </Button>
          )}
          {canRevoke && (
            <Button
              variant="danger"
              size="sm"
              aria-label={m.certificates_admin_revoke_named({ name, title })}
              onClick={() => ask('revoke')}
            >
              {m.certificates_admin_revoke()}
            </Button>
          )}
        </div>
        <RevokeDialog
          open={asked === 'revoke'}
          busy={busy}
          onCancel={() => close(asked)}
          onRevoke={(reason) =>
            change(() => api.certificates.revoke({ id, reason }), m.certificates_admin_revoked())
          }
        />
        <ConfirmDialog
          open={asked === 'reissue'}
          title={m.certificates_admin_reissue_title()}
          text={m.certificates_admin_reissue_text()}
          confirm={m.certificates_admin_reissue()}
          onCancel={() => close(asked)}
          onConfirm={() => change(() => api.certificates.reissue({ id }), m.certificates_admin_reissued())}
        />
      </td>
    </tr>
  );
}
