import { type FormEvent, useState } from 'react';
import { isLabPath } from '#domain/labs/lab-path';
import { m } from '#web/lib/messages.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog, DialogActions } from '#web/ui/dialogs/dialog.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';

interface FileDialogProps {
  /** What is renamed; null: a new file. */
  path: string | null;
  /** Why no file can have this name, in words. */
  faultOf: (name: string) => string | undefined;
  onClose: () => void;
  onDone: (path: string) => void;
}

/** Asks for the name of a file. */
export function FileDialog({ faultOf, onClose, onDone, path }: FileDialogProps) {
  const [name, setName] = useState(path ?? '');
  const [error, setError] = useState<string>();
  const submit = (event: FormEvent) => {
    // The dialog is in no form, but its page may be.
    event.preventDefault();
    const wanted = name.trim();
    const fault = isLabPath(wanted) ? faultOf(wanted) : m.lab_author_name_wrong();
    if (fault) setError(fault);
    else onDone(wanted);
  };
  const title = path === null ? m.lab_author_add() : m.lab_author_rename();
  return (
    <Dialog open onClose={onClose} title={title}>
      <form onSubmit={submit} noValidate>
        <TextField
          label={m.lab_author_name()}
          help={m.lab_author_name_help()}
          error={error}
          value={name}
          maxLength={120}
          autoComplete="off"
          spellCheck={false}
          onChange={(event) => {
            setName(event.target.value);
            setError(undefined);
          }}
        />
        <DialogActions>
          <Button variant="secondary" onClick={onClose}>
            {m.ui_cancel()}
          </Button>
          <Button type="submit">{title}</Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
