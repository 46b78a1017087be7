import { HighlightStyle, syntaxHighlighting } from '@codemirror/language';
import type { Extension } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { tags } from '@lezer/highlight';

const LOOK = EditorView.theme({
  '&': { height: '100%', color: 'var(--ink)', backgroundColor: 'transparent', fontSize: '1rem' },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': { fontFamily: 'var(--font-sans)', lineHeight: '1.65' },
  '.cm-content': { padding: '16px 0', caretColor: 'var(--ink)', minHeight: '100%' },
  '.cm-line': { padding: '0 18px' },
  '.cm-placeholder': { color: 'var(--ink-faint)' },
  '.cm-tooltip': {
    overflow: 'hidden',
    border: '1px solid var(--line-strong)',
    borderRadius: 'var(--radius)',
    backgroundColor: 'var(--surface)',
    color: 'var(--ink)',
    boxShadow: 'var(--shadow-float)',
  },
  '.cm-tooltip.cm-tooltip-autocomplete > ul': {
    minWidth: '15rem',
    maxHeight: '19rem',
    fontFamily: 'var(--font-sans)',
    fontSize: 'var(--text-sm)',
  },
  '.cm-tooltip.cm-tooltip-autocomplete > ul > li': {
    display: 'flex',
    gap: '16px',
    justifyContent: 'space-between',
    padding: '7px 12px',
    lineHeight: '1.4',
  },
  '.cm-tooltip-autocomplete > ul > li[aria-selected]': {
    backgroundColor: 'var(--accent-fill)',
    color: 'var(--accent-on-fill)',
  },
  '.cm-completionMatchedText': { textDecoration: 'none', fontWeight: '700' },
  '.cm-completionDetail': { margin: '0', color: 'inherit', fontStyle: 'normal', opacity: '1' },
  '.cm-panels': { backgroundColor: 'var(--sunken)', color: 'var(--ink)' },
  '.cm-panels.cm-panels-top': { borderBottom: '1px solid var(--line)' },
});

const STYLES = HighlightStyle.define([
  { tag: tags.heading, fontFamily: 'var(--font-serif)', fontSize: '1.2em', fontWeight: '650' },
  { tag: tags.strong, fontWeight: '700' },
  { tag: tags.emphasis, fontStyle: 'italic' },
  { tag: tags.strikethrough, textDecoration: 'line-through' },
  { tag: tags.monospace, fontFamily: 'var(--font-mono)', fontSize: '0.875em' },
  { tag: tags.link, color: 'var(--accent-ink)' },
  { tag: tags.quote, color: 'var(--ink-soft)' },
  { tag: [tags.processingInstruction, tags.contentSeparator, tags.list], color: 'var(--ink-faint)' },
]);

/** Text as it is written, in the look of the product: the tokens turn dark with the page. */
export const WRITING_LOOK: Extension = [LOOK, syntaxHighlighting(STYLES)];
