import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import { useNavigate } from '@tanstack/react-router';
import { useForm } from 'react-hook-form';
import { registerForm } from '#contract/accounts/accounts';
import { failureCode } from '#web/lib/api/api-error.ts';
import { errorCopy } from '#web/lib/api/error-copy.ts';
import { showFieldErrors } from '#web/lib/api/form-errors.ts';
import { toastFailure } from '#web/lib/api/toast-failure.ts';
import { m } from '#web/lib/messages.ts';
import { useApi } from '#web/lib/session/session.ts';
import { useNoteVisit } from '#web/lib/session/still-here.ts';
import { toast } from '#web/lib/toast.ts';
import { Button } from '#web/ui/button.tsx';
import { Form } from '#web/ui/fields/form.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';
import { TextLink } from '#web/ui/text-link.tsx';
import { AccountCard } from '../account-card.tsx';
import { keepAddress } from '../kept-address.ts';
import { OfferedServices } from '../sign-in/offered-services.tsx';
import { NewPasswordFields } from './new-password-fields.tsx';

export interface RegisterSearch {
  /** Where the account is wanted for: the course or plan that one came from. */
  redirect?: string;
}

/** A new account; success leads to /login with the message to confirm by email (spec section 2). */
export function RegisterPage({ search }: { search: RegisterSearch }) {
  const api = useApi();
  const navigate = useNavigate();
  const noteVisit = useNoteVisit();
  const form = useForm({
    resolver: standardSchemaResolver(registerForm),
    defaultValues: { name: '', email: '', password: '', confirmPassword: '' },
  });
  const { errors, isSubmitting } = form.formState;
  const submit = form.handleSubmit(async (values) => {
    const stillHere = noteVisit();
    try {
      await api.accounts.register({ ...values, ...search });
      toast({ title: m.auth_registered(), description: m.auth_registered_text() });
      keepAddress(values.email);
      if (stillHere()) await navigate({ to: '/login', search: { registered: true, ...search } });
    } catch (error) {
      showFieldErrors(error, form.setError);
      const code = failureCode(error);
      toastFailure(error, {
        title: m.auth_register_failed(),
        description: code && code !== 'INTERNAL' ? errorCopy(error).description : m.auth_register_error(),
      });
    }
  });
  return (
    <AccountCard
      title={m.auth_register_title()}
      lead={m.auth_register_lead()}
      footer={
        <p>
          {m.auth_register_known()}{' '}
          <TextLink to="/login" search={search}>
            {m.auth_register_login()}
          </TextLink>
        </p>
      }
    >
      <Form onSubmit={submit}>
        <TextField
          label={m.auth_name()}
          autoComplete="name"
          error={errors.name?.message}
          {...form.register('name')}
        />
        <TextField
          label={m.auth_email()}
          type="email"
          autoComplete="username"
          error={errors.email?.message}
          {...form.register('email')}
        />
        <NewPasswordFields
          label={m.auth_password()}
          errors={errors}
          password={form.register('password')}
          confirmPassword={form.register('confirmPassword')}
        />
        <Button type="submit" size="lg" wide busy={isSubmitting}>
          {isSubmitting ? m.auth_register_busy() : m.auth_register_submit()}
        </Button>
      </Form>
      <OfferedServices redirect={search.redirect} />
    </AccountCard>
  );
}
