import { useState } from 'react';
import { type Heading, headingsOf } from '#domain/writing/headings';
import { linkAddress } from '#domain/writing/insert-link';
import { m } from '#web/lib/messages.ts';
import { Button } from '../../button.tsx';
import { Dialog, DialogActions } from '../../dialogs/dialog.tsx';
import { Combobox } from '../../fields/combobox.tsx';
import { TextField } from '../../fields/text-field.tsx';
import classes from './link-dialog.module.css';
import { useLinkTargets } from './use-link-targets.ts';

interface LinkDialogProps {
  /** What is selected. */
  words: string;
  /** The text that the link is for: it can lead to a heading of it. */
  text: string;
  /** Null: nothing is inserted. */
  onClose: (link: { words: string; address: string } | null) => void;
}

/** Asks where a link leads: an address, or something of the school or a heading of the text that is found by its name. */
export function LinkDialog({ onClose, text, words: selected }: LinkDialogProps) {
  const [typed, setTyped] = useState(() => (linkAddress(selected) ? selected : ''));
  const [words, setWords] = useState(selected);
  const [isAsked, setAsked] = useState(false);
  const [headings] = useState<readonly Heading[]>(() => headingsOf(text));
  const address = linkAddress(typed);
  const { state, targets } = useLinkTargets(typed.trim(), headings);
  return (
    <Dialog open onClose={() => onClose(null)} title={m.writing_link_title()}>
      <form
        className={classes.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          // The form around the dialog is not saved by it.
          event.stopPropagation();
          if (address === null) return setAsked(true);
          onClose({ words: words.trim() || typed.trim(), address });
        }}
      >
        <Combobox
          label={m.writing_link_address()}
          help={m.writing_link_address_help()}
          error={isAsked && address === null ? m.writing_link_missing() : undefined}
          found={m.writing_link_found()}
          status={state}
          items={targets}
          value={typed}
          onChange={setTyped}
          onChoose={({ id, title }) => onClose({ words: words.trim() || title, address: id })}
        >
          {({ kind, title }) => (
            <>
              <span>{title}</span>
              <small>{kind}</small>
            </>
          )}
        </Combobox>
        <TextField
          label={m.writing_link_words()}
          maxLength={500}
          value={words}
          onChange={({ target }) => setWords(target.value)}
        />
        <DialogActions>
          <Button variant="secondary" onClick={() => onClose(null)}>
            {m.ui_cancel()}
          </Button>
          <Button type="submit">{m.media_insert()}</Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
