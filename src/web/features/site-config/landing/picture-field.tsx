import { useId } from 'react';
import { useController, useFormContext } from 'react-hook-form';
import type { LandingSettings } from '#contract/administration/landing';
import type { UploadedFile } from '#web/lib/media/use-upload.ts';
import { m } from '#web/lib/messages.ts';
import { Button } from '#web/ui/button.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';
import { FileSource } from '#web/ui/media/file-source.tsx';
import classes from './landing.module.css';

interface PictureFieldProps {
  index: number;
  help: string;
}

/** A picture of a block: uploaded, or one of the library, with what it shows. */
export function PictureField({ help, index }: PictureFieldProps) {
  const id = useId();
  const { control, formState, getFieldState, getValues, register, setValue } =
    useFormContext<LandingSettings>();
  const { field, fieldState } = useController({ control, name: `blocks.${index}.picture` });
  const alt = `blocks.${index}.alt` as const;
  const take = ({ address, alt: words, height, width }: UploadedFile) => {
    field.onChange({ address, width, height });
    if (!getValues(alt)) setValue(alt, words, { shouldDirty: true });
  };
  const picture = field.value;
  const { error } = fieldState;
  return (
    <>
      <fieldset className={classes.pictureField} aria-describedby={`${id}-help`}>
        <legend>{m.config_landing_picture()}</legend>
        {picture && <img src={picture.address} alt="" />}
        <FileSource
          use="cover"
          type="images"
          label={picture ? m.media_cover_replace() : m.media_cover_upload()}
          onFile={take}
        >
          {picture && (
            <Button variant="quiet" size="sm" onClick={() => field.onChange(null)}>
              {m.media_cover_remove()}
            </Button>
          )}
        </FileSource>
        {error && (
          <p role="alert" className={classes.fault}>
            {error.message}
          </p>
        )}
        <p id={`${id}-help`} className={classes.note}>
          {help}
        </p>
      </fieldset>
      {picture && (
        <TextField
          label={m.config_landing_alt()}
          help={m.config_landing_alt_help()}
          error={getFieldState(alt, formState).error?.message}
          {...register(alt)}
        />
      )}
    </>
  );
}
