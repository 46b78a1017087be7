import { highlightSelectionMatches, openSearchPanel, search, searchKeymap } from '@codemirror/search';
import type { Compartment } from '@codemirror/state';
import { type EditorView, keymap } from '@codemirror/view';

/** Searching in a file, fetched when somebody asks for it: puts it into the editor, and opens it. */
export function openSearch(view: EditorView, place: Compartment): void {
  const extensions = [search({ top: true }), highlightSelectionMatches(), keymap.of(searchKeymap)];
  view.dispatch({ effects: place.reconfigure(extensions) });
  openSearchPanel(view);
}
