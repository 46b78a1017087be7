import type { Editor } from '@tiptap/react';
import { type SyntheticEvent, useState } from 'react';
import { m } from '#web/lib/messages.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog, DialogActions } from '#web/ui/dialogs/dialog.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';

/** The kinds of address that the server keeps in a page. */
const ADDRESS = /^(?:https?:\/\/[^\s/]+|mailto:[^\s@]+@|tel:[+\d]|\/(?![/\\])|#)\S*$/i;

/** Sets, changes or removes the link of the selection. */
export function LinkDialog({ editor, onClose }: { editor: Editor; onClose: () => void }) {
  const present = editor.getAttributes('link').href;
  const [href, setHref] = useState(typeof present === 'string' ? present : '');
  const [error, setError] = useState<string>();
  const set = (event: SyntheticEvent) => {
    event.preventDefault();
    // Enter in a field would send the form around it, which saves the page.
    event.stopPropagation();
    const address = href.trim();
    if (!ADDRESS.test(address)) return setError(m.settings_link_invalid());
    const chain = editor.chain().focus().extendMarkRange('link');
    if (editor.state.selection.empty && !editor.isActive('link')) {
      chain
        .insertContent({ type: 'text', text: address, marks: [{ type: 'link', attrs: { href: address } }] })
        .run();
    } else chain.setLink({ href: address }).run();
    onClose();
  };
  return (
    <Dialog open onClose={onClose} title={m.settings_link_title()}>
      <TextField
        label={m.settings_link_address()}
        help={m.settings_link_help()}
        error={error}
        autoFocus
        value={href}
        onChange={(event) => setHref(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && !event.nativeEvent.isComposing) set(event);
        }}
      />
      <DialogActions>
        {editor.isActive('link') && (
          <Button
            variant="danger"
            onClick={() => {
              editor.chain().focus().extendMarkRange('link').unsetLink().run();
              onClose();
            }}
          >
            {m.settings_link_remove()}
          </Button>
        )}
        <Button onClick={set}>{m.settings_link_set()}</Button>
      </DialogActions>
    </Dialog>
  );
}
