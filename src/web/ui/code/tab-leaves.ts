import type { Extension } from '@codemirror/state';
import { EditorView, keymap } from '@codemirror/view';

/** Tab indents until Escape is pressed: the next one leaves the editor, whenever it comes. */
export const TAB_LEAVES: Extension = [
  keymap.of([
    {
      key: 'Escape',
      run: (view) => {
        view.setTabFocusMode(true);
        return false;
      },
    },
  ]),
  EditorView.updateListener.of(({ docChanged, view }) => {
    if (docChanged) view.setTabFocusMode(false);
  }),
  EditorView.domEventHandlers({
    blur: (_, view) => {
      view.setTabFocusMode(false);
    },
  }),
];
