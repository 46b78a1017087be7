import { type Editor, useEditorState } from '@tiptap/react';
import { useState } from 'react';
import { type ToolButton, Toolbar } from '#web/ui/writing/toolbar.tsx';
import { LinkDialog } from './link-dialog.tsx';
import { TOOLS } from './rich-tools.ts';

/** The toolbar above the rich text; it shows what the selection is. */
export function RichToolbar({ editor, onPicture }: { editor: Editor; onPicture: () => void }) {
  const [isLinking, setLinking] = useState(false);
  const states = useEditorState({
    editor,
    selector: ({ editor: now }) =>
      TOOLS.map(({ can, isOn }) => ({ isOn: isOn?.(now), isDisabled: can ? !can(now) : false })),
  });
  const tools = TOOLS.map(
    ({ icon, id, keys, label, run, text }, index): ToolButton => ({
      id,
      icon,
      keys,
      letters: text,
      name: label(),
      ...states[index],
      onClick: () => {
        if (id === 'link') setLinking(true);
        else if (id === 'picture') onPicture();
        else run(editor);
      },
    }),
  );
  return (
    <>
      <Toolbar tools={tools} />
      {isLinking && <LinkDialog editor={editor} onClose={() => setLinking(false)} />}
    </>
  );
}
