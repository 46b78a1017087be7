import { useFormContext } from 'react-hook-form';
import type { AuthorForm, AuthorProfile } from '#contract/courses/authors';
import { m } from '#web/lib/messages.ts';
import { Avatar } from '#web/ui/badges/avatar.tsx';
import { Button } from '#web/ui/button.tsx';
import { FileSource } from '#web/ui/media/file-source.tsx';
import classes from './author-profile.module.css';

interface PictureFieldProps {
  profile: AuthorProfile;
  /** Whether it is the own profile: administrators choose pictures, the person can take one off. */
  isOwn: boolean;
}

/** The picture that readers see: that of the account, or one that the school chose. */
export function PictureField({ isOwn, profile: { avatar, name } }: PictureFieldProps) {
  const { formState, setValue, watch } = useFormContext<AuthorForm>();
  const picture = watch('picture') ?? '';
  const change = (address: string) =>
    setValue('picture', address, { shouldDirty: true, shouldValidate: formState.isSubmitted });
  if (isOwn && picture === '') return null;
  const fault = formState.errors.picture?.message;
  return (
    <fieldset className={classes.picture}>
      <legend>{m.authors_picture()}</legend>
      <Avatar name={name} src={picture || avatar} size={64} />
      <div className={classes.choice}>
        <p className={classes.said}>
          {picture === '' ? m.authors_picture_account() : m.authors_picture_school()}
        </p>
        {!isOwn && (
          // A cover, which everyone may see; another picture of the library becomes one.
          <FileSource
            use="cover"
            type="images"
            label={picture === '' ? m.authors_picture_upload() : m.authors_picture_replace()}
            onFile={({ address }) => change(address)}
          />
        )}
        {picture !== '' && (
          <Button variant="quiet" size="sm" onClick={() => change('')}>
            {m.authors_picture_remove()}
          </Button>
        )}
        {fault && (
          <p className={classes.fault} role="alert">
            {fault}
          </p>
        )}
      </div>
    </fieldset>
  );
}
