import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import { useForm } from 'react-hook-form';
import { inviteForm } from '#contract/administration/invitations';
import { ROLES } from '#domain/roles';
import { TIERS } from '#domain/tiers';
import { m } from '#web/lib/messages.ts';
import { useTierName } from '#web/ui/badges/tier-badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { Dialog, DialogActions } from '#web/ui/dialogs/dialog.tsx';
import { Form } from '#web/ui/fields/form.tsx';
import { SelectField, TextField } from '#web/ui/fields/text-field.tsx';
import { OUTCOME_WORDS, roleWord } from './invitation-words.ts';
import { useInvite } from './use-invite.ts';

interface InvitePersonProps {
  open: boolean;
  onClose: () => void;
}

/** Invites one person. */
export function InvitePerson({ onClose, open }: InvitePersonProps) {
  return (
    <Dialog open={open} onClose={onClose} title={m.invitations_one_title()}>
      <InviteForm onClose={onClose} />
    </Dialog>
  );
}

function InviteForm({ onClose }: Pick<InvitePersonProps, 'onClose'>) {
  const tierName = useTierName();
  const { busy, invite } = useInvite();
  const form = useForm({
    resolver: standardSchemaResolver(inviteForm),
    defaultValues: { email: '', tier: 'free' as const, role: 'user' as const },
  });
  const { errors } = form.formState;
  const submit = form.handleSubmit(async (person) => {
    const [line] = (await invite([person])) ?? [];
    if (!line) return;
    if (line.outcome === 'ok') onClose();
    else form.setError('email', { message: OUTCOME_WORDS[line.outcome]() }, { shouldFocus: true });
  });
  return (
    <Form onSubmit={submit}>
      <TextField
        label={m.auth_email()}
        type="email"
        autoComplete="off"
        autoFocus
        error={errors.email?.message}
        readOnly={busy}
        {...form.register('email')}
      />
      <SelectField label={m.users_filter_tier()} readOnly={busy} {...form.register('tier')}>
        {TIERS.map((tier) => (
          <option key={tier} value={tier}>
            {tierName(tier)}
          </option>
        ))}
      </SelectField>
      <SelectField
        label={m.users_filter_role()}
        help={m.invitations_role_help()}
        readOnly={busy}
        {...form.register('role')}
      >
        {ROLES.map((role) => (
          <option key={role} value={role}>
            {roleWord(role)}
          </option>
        ))}
      </SelectField>
      <DialogActions>
        <Button variant="secondary" onClick={onClose}>
          {m.ui_cancel()}
        </Button>
        <Button type="submit" busy={busy}>
          {busy ? m.invitations_sending() : m.invitations_send_one()}
        </Button>
      </DialogActions>
    </Form>
  );
}
