import { defaultKeymap, historyKeymap } from '@codemirror/commands';
import type { Extension } from '@codemirror/state';
import { type EditorView, type KeyBinding, keymap } from '@codemirror/view';
import { continueList } from '#domain/writing/continue-list';
import { indentList } from '#domain/writing/indent-list';
import type { Selected, TextEdit } from '#domain/writing/text-edit';
import { WRITING_TOOLS } from './writing-tools.ts';

export function selectedIn({ state }: EditorView): Selected {
  const { from, to } = state.selection.main;
  return { text: state.doc.toString(), from, to };
}

/** Does an edit as one step that can be undone. */
export function applyIn(view: EditorView, { from, insert, select, to }: TextEdit): void {
  view.dispatch({
    changes: { from, to, insert },
    selection: { anchor: select[0], head: select[1] },
    scrollIntoView: true,
    userEvent: 'input',
  });
}

const by = (make: (selected: Selected) => TextEdit | null) => (view: EditorView) => {
  const edit = make(selectedIn(view));
  if (!edit) return false;
  applyIn(view, edit);
  return true;
};

/** The keys of the tools, of lists, and of saving. Escape and then Tab leaves the editor. */
export function editorKeys(onTool: (id: string) => void): Extension {
  const tools = WRITING_TOOLS.filter(({ group }) => group !== 'history').flatMap(
    ({ id, keys }): KeyBinding[] =>
      keys
        ? [
            {
              key: keys,
              run: () => {
                onTool(id);
                return true;
              },
              preventDefault: true,
              stopPropagation: true,
            },
          ]
        : [],
  );
  const save: KeyBinding = {
    key: 'Mod-s',
    run: ({ dom }) => {
      dom.closest('form')?.requestSubmit();
      return true;
    },
    preventDefault: true,
  };
  return keymap.of([
    ...tools,
    save,
    { key: 'Enter', run: by(continueList) },
    { key: 'Tab', run: by((it) => indentList(it, 'in')), shift: by((it) => indentList(it, 'out')) },
    ...historyKeymap,
    ...defaultKeymap,
  ]);
}
