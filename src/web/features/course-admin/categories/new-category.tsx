import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { failureCode } from '#web/lib/api/api-error.ts';
import { errorCopy } from '#web/lib/api/error-copy.ts';
import { toastFailure } from '#web/lib/api/toast-failure.ts';
import { m } from '#web/lib/messages.ts';
import { useApi } from '#web/lib/session/session.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog, DialogActions } from '#web/ui/dialogs/dialog.tsx';
import { onEnter } from '#web/ui/fields/on-enter.ts';
import { TextField } from '#web/ui/fields/text-field.tsx';
import { useHeld } from '#web/ui/use-held.ts';
import { categoriesQuery } from '../queries.ts';

/** Adds a category without leaving the course form, and chooses it there. */
export function NewCategory({ onAdded }: { onAdded: (id: string) => void }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button variant="secondary" size="sm" onClick={() => setOpen(true)}>
        {m.admin_category_new_here()}
      </Button>
      <Dialog open={open} onClose={() => setOpen(false)} title={m.admin_category_new_here()}>
        <NameField
          onDone={(id) => {
            if (id !== null) onAdded(id);
            setOpen(false);
          }}
        />
      </Dialog>
    </>
  );
}

/** No form of its own: the course form is around it, and a form within a form would send both. */
function NameField({ onDone }: { onDone: (id: string | null) => void }) {
  const api = useApi();
  const queryClient = useQueryClient();
  const [name, setName] = useState('');
  const [error, setError] = useState<string>();
  const field = useRef<HTMLInputElement>(null);
  const refuse = (words: string) => {
    setError(words);
    field.current?.focus();
  };
  const add = async () => {
    try {
      const { id } = await api.categories.create({ name, description: '' });
      await queryClient.invalidateQueries(categoriesQuery(api));
      onDone(id);
    } catch (failure) {
      const code = failureCode(failure);
      if (code === 'CATEGORY_NAME_TAKEN') refuse(errorCopy(failure).description);
      else toastFailure(failure, { title: m.admin_category_save_failed() });
    }
  };
  const { busy, run } = useHeld(() => {
    if (name.trim() !== '') return add();
    refuse(m.admin_category_name_missing());
    return null;
  });
  return (
    <>
      <TextField
        ref={field}
        label={m.admin_category_name()}
        value={name}
        maxLength={80}
        readOnly={busy}
        error={error}
        onChange={(event) => {
          setName(event.target.value);
          setError(undefined);
        }}
        onKeyDown={onEnter(run)}
      />
      <DialogActions>
        <Button variant="secondary" onClick={() => onDone(null)}>
          {m.ui_cancel()}
        </Button>
        <Button onClick={run} busy={busy}>
          {busy ? m.auth_saving() : m.admin_category_save()}
        </Button>
      </DialogActions>
    </>
  );
}
