import { type FormEvent, useState } from 'react';
import { labPath } from '#contract/courses/lab-shapes';
import type { LabFiles } from '#domain/labs/lab-spec';
import { m } from '#web/lib/messages.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog, DialogActions } from '#web/ui/dialogs/dialog.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';
import type { LabPart } from './parts.ts';

interface FileDialogProps {
  /** Where the file is, or will be. */
  part: LabPart;
  /** What is renamed; null: a new file. */
  path: string | null;
  source: LabFiles;
  onClose: () => void;
  onDone: (path: string) => void;
}

/** Asks for the name of a file. */
export function FileDialog({ onClose, onDone, part, path, source }: FileDialogProps) {
  const [name, setName] = useState(path ?? '');
  const [error, setError] = useState<string>();
  const submit = (event: FormEvent) => {
    // The dialog is in no form, but its page may be.
    event.preventDefault();
    const wanted = name.trim();
    const fault = faultOf(wanted, { part, path, source });
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

function faultOf(
  name: string,
  { part, path, source }: Pick<FileDialogProps, 'part' | 'path' | 'source'>,
): string | undefined {
  if (!labPath.safeParse(name).success) return m.lab_author_name_wrong();
  const other = Object.keys(source).filter((each) => each !== `${part}/${path}`);
  return other.includes(`${part}/${name}`) ? m.lab_author_name_taken() : undefined;
}
