import {
  autocompletion,
  closeBrackets,
  closeBracketsKeymap,
  completeAnyWord,
  completionKeymap,
  startCompletion,
} from '@codemirror/autocomplete';
import { EditorState, type Extension } from '@codemirror/state';
import { type EditorView, keymap } from '@codemirror/view';

/** Helps with writing: nothing of it is needed to read. */
export const WRITING_AIDS: Extension = [
  closeBrackets(),
  autocompletion(),
  EditorState.languageData.of(() => [{ autocomplete: completeAnyWord }]),
  keymap.of([...closeBracketsKeymap, ...completionKeymap]),
];

/** Completes a word that was typed before completion was loaded. */
export function completeStartedWord(view: EditorView): void {
  const { from, to } = view.state.selection.main;
  if (/\w\w$/.test(view.state.sliceDoc(Math.max(0, from - 2), to))) startCompletion(view);
}
