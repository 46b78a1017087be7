import { useState } from 'react';
import { CODE_LANGUAGES, type CodeLanguage, codeLanguage } from '#domain/writing/code-languages';
import { filterCommands } from '#domain/writing/slash-query';
import { m } from '#web/lib/messages.ts';
import { Button } from '../../button.tsx';
import { Dialog, DialogActions } from '../../dialogs/dialog.tsx';
import { Combobox } from '../../fields/combobox.tsx';

/** The language of the last block: the next one is mostly in the same. */
let last = 'js';

interface CodeLanguageDialogProps {
  /** What the block names that is changed; null: a new block is inserted. */
  current: string | null;
  /** Null: nothing is changed. */
  onClose: (language: string | null) => void;
}

/** Asks in which language a code block is written: every one that is colored can be found by name. */
export function CodeLanguageDialog({ current, onClose }: CodeLanguageDialogProps) {
  const [typed, setTyped] = useState('');
  const found = filterCommands(languagesFrom(current ?? last), typed);
  return (
    <Dialog open onClose={() => onClose(null)} title={m.writing_code_title()}>
      <Combobox
        label={m.writing_code_language()}
        help={m.writing_code_help()}
        found={m.writing_code_found()}
        status={typed.trim() === '' ? null : m.writing_code_count({ count: found.length })}
        items={found}
        value={typed}
        onChange={setTyped}
        onChoose={({ id }) => {
          last = id;
          onClose(id);
        }}
      >
        {({ id, name }) => (
          <>
            <span>{name}</span>
            <small>{id}</small>
          </>
        )}
      </Combobox>
      <DialogActions>
        <Button variant="secondary" onClick={() => onClose(null)}>
          {m.ui_cancel()}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

/** All of them, with the one that is most likely meant at the top. */
function languagesFrom(likely: string): CodeLanguage[] {
  const plain = { id: 'text', name: m.writing_code_plain(), aliases: 'text txt plaintext none' };
  const all = [...CODE_LANGUAGES, plain];
  const first = codeLanguage(likely) ?? (likely === 'text' || likely === '' ? plain : undefined);
  return first ? [first, ...all.filter((one) => one !== first)] : all;
}
