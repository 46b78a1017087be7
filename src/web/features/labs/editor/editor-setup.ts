import {
  autocompletion,
  closeBrackets,
  closeBracketsKeymap,
  completeAnyWord,
  completionKeymap,
} from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap, indentWithTab } from '@codemirror/commands';
import { bracketMatching, indentOnInput, indentUnit } from '@codemirror/language';
import { lintGutter, lintKeymap } from '@codemirror/lint';
import { Compartment, EditorState, type Extension } from '@codemirror/state';
import {
  drawSelection,
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  keymap,
  lineNumbers,
} from '@codemirror/view';
import { m } from '#web/lib/messages.ts';
import { EDITOR_LOOK } from './editor-theme.ts';
import { editorPhrases } from './phrases.ts';

/** Tab indents until Escape is pressed: the next one leaves the editor, whenever it comes. */
const TAB_LEAVES: Extension = [
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

const SEARCH = new Compartment();

function fetchSearch(view: EditorView): boolean {
  void import('./editor-search.ts').then(({ openSearch }) => openSearch(view, SEARCH));
  return true;
}

/** Everything of the editor but the text and its language. */
export function editorSetup({
  helpId,
  isReadOnly,
  label,
}: {
  isReadOnly: boolean;
  label: string;
  /** Id of what says how to leave the editor. */
  helpId: string;
}): Extension {
  return [
    EDITOR_LOOK,
    EditorState.phrases.of(editorPhrases()),
    lineNumbers(),
    highlightActiveLineGutter(),
    highlightActiveLine(),
    history(),
    drawSelection(),
    indentUnit.of(label.endsWith('.py') ? '    ' : '  '),
    indentOnInput(),
    bracketMatching(),
    closeBrackets(),
    autocompletion(),
    EditorState.languageData.of(() => [{ autocomplete: completeAnyWord }]),
    SEARCH.of(keymap.of([{ key: 'Mod-f', run: fetchSearch }])),
    lintGutter(),
    TAB_LEAVES,
    keymap.of([
      ...closeBracketsKeymap,
      ...completionKeymap,
      ...lintKeymap,
      ...historyKeymap,
      ...defaultKeymap,
      indentWithTab,
    ]),
    EditorState.readOnly.of(isReadOnly),
    EditorView.contentAttributes.of({
      tabindex: '0',
      'aria-label': isReadOnly ? m.labs_file_given({ file: label }) : label,
      'aria-describedby': helpId,
    }),
  ];
}
