import { useFormContext } from 'react-hook-form';
import type { AuthorForm, AuthorProfile } from '#contract/courses/authors';
import { useUpload } from '#web/lib/media/use-upload.ts';
import { m } from '#web/lib/messages.ts';
import { Avatar } from '#web/ui/badges/avatar.tsx';
import { Button } from '#web/ui/button.tsx';
import { FileButton } from '#web/ui/media/file-button.tsx';
import { UploadState } from '#web/ui/media/upload-state.tsx';
import classes from './author-profile.module.css';

interface PictureFieldProps {
  profile: AuthorProfile;
  /** Whether it is the profile of whoever fills it in: administrators choose pictures, the person can take one off. */
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
        {!isOwn && <Upload hasPicture={picture !== ''} onStored={change} />}
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

/** Uploads a picture into the media of the school, where everyone may see it. */
function Upload({ hasPicture, onStored }: { hasPicture: boolean; onStored: (address: string) => void }) {
  const { cancel, start, upload } = useUpload('cover', ({ address }) => onStored(address));
  return (
    <>
      <FileButton
        variant="secondary"
        size="sm"
        busy={upload.state === 'sending'}
        onFiles={([file]) => file && void start(file)}
      >
        {hasPicture ? m.authors_picture_replace() : m.authors_picture_upload()}
      </FileButton>
      <UploadState upload={upload} onCancel={cancel} onRetry={(file) => void start(file)} />
    </>
  );
}
