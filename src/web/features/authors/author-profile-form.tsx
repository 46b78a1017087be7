import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import { useQueryClient } from '@tanstack/react-query';
import { FormProvider, type Resolver } from 'react-hook-form';
import { type AuthorForm, type AuthorProfile, authorForm } from '#contract/courses/authors';
import { MAX_BIO } from '#domain/authors/limits';
import { authorPath } from '#domain/site/author-path';
import { showFieldErrors } from '#web/lib/api/form-errors.ts';
import { toastFailure } from '#web/lib/api/toast-failure.ts';
import { m } from '#web/lib/messages.ts';
import { useVersionedForm } from '#web/lib/saving/use-versioned-form.ts';
import { siteInfo } from '#web/lib/site-info.ts';
import { toast } from '#web/lib/toast.ts';
import { Button } from '#web/ui/button.tsx';
import { ConflictDialog } from '#web/ui/dialogs/conflict-dialog.tsx';
import { LeaveGuard } from '#web/ui/dialogs/leave-guard.tsx';
import { Form } from '#web/ui/fields/form.tsx';
import { TextAreaField, TextField } from '#web/ui/fields/text-field.tsx';
import { differenceOf, type Fields } from '#web/ui/layout/difference.ts';
import { LinkButton } from '#web/ui/link-button.tsx';
import classes from './author-profile.module.css';
import { PictureField } from './picture-field.tsx';

const resolver = standardSchemaResolver(authorForm) as Resolver<AuthorForm>;
const FIELDS: Fields<AuthorForm> = {
  slug: [m.authors_slug],
  bio: [m.authors_bio],
  website: [m.authors_website],
  social: [m.authors_social],
  picture: [m.authors_picture],
};

interface AuthorProfileFormProps {
  profile: AuthorProfile;
  /** Whether it is the own profile. */
  isOwn: boolean;
  send: (values: AuthorForm & { version: number }) => Promise<AuthorProfile>;
  onSaved: (profile: AuthorProfile) => void;
}

/** What an author says to readers: address of the page, bio, and two links. */
export function AuthorProfileForm({ isOwn, onSaved, profile, send }: AuthorProfileFormProps) {
  const queryClient = useQueryClient();
  const editing = useVersionedForm<AuthorProfile, AuthorForm>({
    first: profile,
    resolver,
    valuesOf: ({ bio, picture, slug, social, website }) => ({ slug, bio, website, social, picture }),
    send: (values, version) => send({ ...values, version }),
    onSaved: (saved, isMerged) => {
      toast({ title: m.authors_saved() });
      if (isMerged) toast({ title: m.admin_merged(), description: m.admin_merged_text() });
      queryClient.removeQueries({ queryKey: ['courses'] });
      onSaved(saved);
    },
    onFailed: (error) => {
      if (!showFieldErrors(error, editing.form.setError))
        toastFailure(error, { title: m.authors_save_failed() });
    },
  });
  const { form, isSent, settled, stored } = editing;
  const { errors, isDirty, isSubmitting } = form.formState;
  const address = `${siteInfo(queryClient).publicUrl}${authorPath(form.watch('slug'))}`;
  return (
    <FormProvider {...form}>
      <div className={classes.profile}>
        {/* The failure was shown already. */}
        <Form onSubmit={form.handleSubmit((values) => editing.save(values).catch(() => undefined))}>
          <PictureField profile={stored} isOwn={isOwn} />
          <TextAreaField
            label={m.authors_bio()}
            help={m.authors_bio_help({ count: MAX_BIO })}
            rows={5}
            spellCheck
            error={errors.bio?.message}
            {...form.register('bio')}
          />
          <TextField
            label={m.authors_website()}
            type="url"
            inputMode="url"
            placeholder="https://"
            error={errors.website?.message}
            {...form.register('website')}
          />
          <TextField
            label={m.authors_social()}
            help={m.authors_social_help()}
            type="url"
            inputMode="url"
            placeholder="https://"
            error={errors.social?.message}
            {...form.register('social')}
          />
          <TextField
            label={m.authors_slug()}
            help={isOwn ? m.authors_slug_help({ address }) : m.authors_slug_help_user({ address })}
            autoComplete="off"
            error={errors.slug?.message}
            {...form.register('slug')}
          />
          <div className={classes.end}>
            <Button type="submit" busy={isSubmitting}>
              {isSubmitting ? m.auth_saving() : m.authors_save()}
            </Button>
            {stored.isPublic && (
              <LinkButton to="/authors/$slug" params={{ slug: stored.slug }} variant="secondary">
                {m.authors_view()}
              </LinkButton>
            )}
          </div>
        </Form>
        <ConflictDialog
          title={m.authors_conflict()}
          saving={editing}
          compare={(mine, theirs) => differenceOf(FIELDS, mine, theirs)}
        />
        <LeaveGuard dirty={() => isDirty} isSent={isSent} settled={settled} />
      </div>
    </FormProvider>
  );
}
