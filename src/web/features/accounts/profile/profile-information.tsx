import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { profileForm, type User } from '#contract/accounts/accounts';
import { showFieldErrors } from '#web/lib/api/form-errors.ts';
import { toastFailure } from '#web/lib/api/toast-failure.ts';
import { m } from '#web/lib/messages.ts';
import { useApi } from '#web/lib/session/session.ts';
import { toast } from '#web/lib/toast.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialogs/dialog.tsx';
import { Form } from '#web/ui/fields/form.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';
import { ChangeAddress } from '../security/change-address.tsx';
import { OwnAddress } from '../security/own-address.tsx';
import { useKeepUser } from '../use-keep-user.ts';
import { AvatarChooser } from './avatar-chooser.tsx';

export function ProfileInformation({ user }: { user: User }) {
  const api = useApi();
  const keepUser = useKeepUser();
  const [changing, setChanging] = useState(false);
  const close = () => setChanging(false);
  const form = useForm({ resolver: standardSchemaResolver(profileForm), defaultValues: { name: user.name } });
  const { errors, isSubmitting } = form.formState;
  const submit = form.handleSubmit(async (values) => {
    try {
      keepUser(await api.accounts.updateProfile(values));
      toast({ title: m.profile_updated(), description: m.profile_updated_text() });
    } catch (error) {
      if (!showFieldErrors(error, form.setError)) toastFailure(error);
    }
  });
  return (
    <>
      <AvatarChooser user={user} />
      <Form onSubmit={submit}>
        <TextField
          label={m.profile_name()}
          autoComplete="name"
          error={errors.name?.message}
          {...form.register('name')}
        />
        <OwnAddress user={user} onChange={() => setChanging(true)} />
        <TextField label={m.profile_role()} value={user.role} readOnly />
        <div>
          <Button type="submit" busy={isSubmitting}>
            {isSubmitting ? m.auth_saving() : m.profile_save()}
          </Button>
        </div>
      </Form>
      <Dialog open={changing} onClose={close} title={m.address_title()}>
        <ChangeAddress onDone={close} />
      </Dialog>
    </>
  );
}
