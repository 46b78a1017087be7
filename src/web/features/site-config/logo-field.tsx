import { useId, useRef, useState } from 'react';
import { useController, useFormContext } from 'react-hook-form';
import type { MediaFile } from '#contract/administration/media';
import type { SchoolLogo, SchoolSettings } from '#contract/administration/settings';
import { ApiError } from '#web/lib/api/api-error.ts';
import { toastFailure } from '#web/lib/api/toast-failure.ts';
import { fileOf } from '#web/lib/media/file-of.ts';
import { m } from '#web/lib/messages.ts';
import { useApi } from '#web/lib/session/session.ts';
import { Button } from '#web/ui/button.tsx';
import { DropArea } from '#web/ui/media/drop-area.tsx';
import { LibraryButton, LibraryDialog } from '#web/ui/media/file-source.tsx';
import classes from './school.module.css';

const PICTURES = 'image/png,image/jpeg,image/webp,image/gif,image/avif,image/svg+xml,.svg';

interface LogoFieldProps {
  name: 'logo' | 'logoDark';
  label: string;
  help: string;
}

/** A logo: chosen from the device and shown at once; it goes live with the rest of the page. */
export function LogoField({ help, label, name }: LogoFieldProps) {
  const api = useApi();
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [busy, setBusy] = useState(false);
  const [fault, setFault] = useState<string | null>(null);
  const [isChoosing, setIsChoosing] = useState(false);
  const { field, fieldState } = useController<SchoolSettings, typeof name>({
    control: useFormContext<SchoolSettings>().control,
    name,
  });
  const logo: SchoolLogo | null = field.value;
  const choose = async (file: File | undefined) => {
    if (!file) return;
    setBusy(true);
    setFault(null);
    try {
      field.onChange(await api.settings.uploadLogo({ file }));
    } catch (error) {
      const reason = error instanceof ApiError ? error.fields.file : undefined;
      if (reason) setFault(reason);
      else toastFailure(error);
    } finally {
      setBusy(false);
      if (input.current) input.current.value = '';
    }
  };
  const pick = (picked: MediaFile) => {
    setIsChoosing(false);
    fileOf(picked).then(choose).catch(toastFailure);
  };
  const problem = fault ?? fieldState.error?.message;
  return (
    <fieldset className={classes.logo} aria-describedby={`${id}-help`}>
      <legend>{label}</legend>
      {logo && (
        <span className={classes.shown} data-dark={name === 'logoDark' || undefined}>
          <img src={logo.address} alt="" width={logo.width} height={logo.height} />
        </span>
      )}
      <DropArea isBare onFiles={([file]) => void choose(file)}>
        <Button
          variant="secondary"
          size="sm"
          busy={busy}
          ref={field.ref}
          onClick={() => input.current?.click()}
        >
          {busy
            ? m.config_school_logo_busy()
            : logo
              ? m.config_school_logo_replace()
              : m.config_school_logo_choose()}
        </Button>
        <LibraryButton onClick={() => setIsChoosing(true)} />
        {logo && (
          <Button variant="quiet" size="sm" onClick={() => field.onChange(null)}>
            {m.config_school_logo_remove()}
          </Button>
        )}
      </DropArea>
      <p id={`${id}-help`}>{help}</p>
      {problem && (
        <p role="alert" className={classes.fault}>
          {problem}
        </p>
      )}
      <input
        ref={input}
        className="sr-only"
        type="file"
        accept={PICTURES}
        aria-label={label}
        tabIndex={-1}
        onChange={({ target }) => choose(target.files?.[0])}
      />
      {isChoosing && <LibraryDialog type="images" onPick={pick} onClose={() => setIsChoosing(false)} />}
    </fieldset>
  );
}
