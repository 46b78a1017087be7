import { defaultKeymap, history, historyKeymap, indentWithTab } from '@codemirror/commands';
import { bracketMatching, indentOnInput, indentUnit } from '@codemirror/language';
import { lintGutter, lintKeymap } from '@codemirror/lint';
import { EditorState, type Extension } from '@codemirror/state';
import {
  drawSelection,
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  keymap,
  lineNumbers,
} from '@codemirror/view';
import { m } from '#web/lib/messages.ts';
import { EDITOR_LOOK } from '#web/ui/code/editor-theme.ts';
import { LATE_SEARCH } from '#web/ui/code/late-search.ts';
import { editorPhrases } from '#web/ui/code/phrases.ts';
import { TAB_LEAVES } from '#web/ui/code/tab-leaves.ts';

interface EditorNames {
  /** The path of the file that is shown. */
  readonly file: string;
  /** What it's called instead, where its path says nothing. */
  readonly label: string | undefined;
  /** The id of the sentence that says how to leave. */
  readonly helpId: string;
  readonly isReadOnly: boolean;
}

/** Everything of the editor but the text and what comes late. */
export function editorSetup({ file, helpId, isReadOnly, label = file }: EditorNames): Extension {
  return [
    EDITOR_LOOK,
    EditorState.phrases.of(editorPhrases()),
    lineNumbers(),
    highlightActiveLineGutter(),
    highlightActiveLine(),
    history(),
    drawSelection(),
    indentUnit.of(file.endsWith('.py') ? '    ' : '  '),
    indentOnInput(),
    bracketMatching(),
    LATE_SEARCH,
    lintGutter(),
    TAB_LEAVES,
    keymap.of([...lintKeymap, ...historyKeymap, ...defaultKeymap, indentWithTab]),
    EditorState.readOnly.of(isReadOnly),
    EditorView.contentAttributes.of({
      tabindex: '0',
      'aria-label': isReadOnly ? m.labs_file_given({ file: label }) : label,
      'aria-describedby': helpId,
    }),
  ];
}
