import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useForm } from 'react-hook-form';
import { acceptForm } from '#contract/administration/invitations';
import { failureCode } from '#web/lib/api/api-error.ts';
import { showFieldErrors } from '#web/lib/api/form-errors.ts';
import { toastFailure } from '#web/lib/api/toast-failure.ts';
import { m } from '#web/lib/messages.ts';
import { useApi } from '#web/lib/session/session.ts';
import { useNoteVisit } from '#web/lib/session/still-here.ts';
import { toast } from '#web/lib/toast.ts';
import { Button } from '#web/ui/button.tsx';
import { ErrorState } from '#web/ui/feedback/error-state.tsx';
import { LoadingState } from '#web/ui/feedback/loading-state.tsx';
import { Form } from '#web/ui/fields/form.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';
import { AccountCard } from '../account-card.tsx';
import classes from '../accounts.module.css';
import { invitationQuery } from '../queries.ts';
import { useSignedIn } from '../sign-in/use-signed-in.ts';
import { NewPasswordFields } from './new-password-fields.tsx';

/** Joining with the link of an invitation: a name and a password. */
export function AcceptInvitationPage({ token }: { token: string }) {
  return (
    <div className={classes.tall}>
      <Invitation token={token} />
    </div>
  );
}

function Invitation({ token }: { token: string }) {
  const { data, error } = useQuery(invitationQuery(useApi(), token));
  if (failureCode(error) === 'LINK_EXPIRED' || token === '') return <InvitationOver />;
  if (error) return <ErrorState error={error} />;
  if (!data) return <LoadingState />;
  return (
    <AccountCard title={m.auth_invitation_title()} lead={m.auth_invitation_lead({ email: data.email })}>
      <AcceptForm token={token} email={data.email} />
    </AccountCard>
  );
}

function AcceptForm({ email, token }: { email: string; token: string }) {
  const api = useApi();
  const navigate = useNavigate();
  const noteVisit = useNoteVisit();
  const signedIn = useSignedIn(undefined);
  const form = useForm({
    resolver: standardSchemaResolver(acceptForm),
    defaultValues: { name: '', password: '', confirmPassword: '' },
  });
  const { errors, isSubmitting } = form.formState;
  const submit = form.handleSubmit(async (values) => {
    const stillHere = noteVisit();
    try {
      const answer = await api.invitations.accept({ ...values, token });
      toast({ title: m.auth_invitation_done(), description: m.auth_invitation_done_text() });
      if (answer.status === 'signed-in') await signedIn(answer.user);
      else if (stillHere()) await navigate({ to: '/login' });
    } catch (error) {
      if (!showFieldErrors(error, form.setError)) toastFailure(error);
    }
  });
  return (
    <Form onSubmit={submit}>
      <TextField label={m.auth_email()} value={email} autoComplete="username" readOnly />
      <TextField
        label={m.profile_name()}
        autoComplete="name"
        error={errors.name?.message}
        {...form.register('name')}
      />
      <NewPasswordFields
        errors={errors}
        password={form.register('password')}
        confirmPassword={form.register('confirmPassword')}
      />
      <Button type="submit" size="lg" wide busy={isSubmitting}>
        {isSubmitting ? m.auth_saving() : m.auth_invitation_submit()}
      </Button>
    </Form>
  );
}

function InvitationOver() {
  return (
    <AccountCard title={m.auth_invitation_over()} lead={m.auth_invitation_over_text()}>
      <LinkButton to="/login" variant="secondary">
        {m.shell_login()}
      </LinkButton>
    </AccountCard>
  );
}
