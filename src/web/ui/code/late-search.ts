import { Compartment, type Extension } from '@codemirror/state';
import { type EditorView, keymap } from '@codemirror/view';

const SEARCH = new Compartment();

function fetchSearch(view: EditorView): boolean {
  void import('./editor-search.ts').then(({ openSearch }) => openSearch(view, SEARCH));
  return true;
}

/** Ctrl/Cmd+F searches in the editor; what that needs is fetched when it is asked for. */
export const LATE_SEARCH: Extension = SEARCH.of(keymap.of([{ key: 'Mod-f', run: fetchSearch }]));
