import { highlightSelectionMatches, openSearchPanel, search, searchKeymap } from '@codemirror/search';
import type { Compartment } from '@codemirror/state';
import { EditorView, keymap } from '@codemirror/view';

const LOOK = EditorView.theme({
  '.cm-panel.cm-search': {
    padding: '8px 32px 8px 12px',
    fontFamily: 'var(--font-sans)',
    fontSize: '0.8125rem',
  },
  '.cm-panel.cm-search label': {
    display: 'inline-flex',
    gap: '4px',
    alignItems: 'center',
    fontSize: 'inherit',
  },
  '.cm-panel.cm-search [name=close]': { top: '4px', padding: '2px 8px', fontSize: '1.125rem' },
  '.cm-textfield': {
    padding: '4px 8px',
    border: '1px solid var(--line-input)',
    borderRadius: 'var(--radius-small)',
    backgroundColor: 'var(--surface)',
    color: 'var(--ink)',
    fontSize: 'inherit',
  },
  '.cm-button': {
    padding: '4px 10px',
    border: '1px solid var(--line-strong)',
    borderRadius: 'var(--radius-small)',
    backgroundImage: 'none',
    backgroundColor: 'var(--surface)',
    color: 'var(--ink)',
    fontSize: 'inherit',
  },
  '.cm-searchMatch': { backgroundColor: 'color-mix(in srgb, var(--accent-5) 18%, var(--surface))' },
  '.cm-searchMatch-selected': {
    outline: '2px solid var(--accent-ink)',
    backgroundColor: 'color-mix(in srgb, var(--accent-5) 30%, var(--surface))',
  },
  '.cm-selectionMatch': { backgroundColor: 'color-mix(in srgb, var(--accent-5) 12%, var(--surface))' },
});

/** Searching in a file, fetched when somebody asks for it: puts it into the editor, and opens it. */
export function openSearch(view: EditorView, place: Compartment): void {
  const extensions = [search({ top: true }), highlightSelectionMatches(), keymap.of(searchKeymap), LOOK];
  view.dispatch({ effects: place.reconfigure(extensions) });
  openSearchPanel(view);
}
