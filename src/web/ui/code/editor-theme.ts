import { HighlightStyle, syntaxHighlighting } from '@codemirror/language';
import type { Extension } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { tags } from '@lezer/highlight';

/** The tokens of the product, so that it turns dark with the page. */
const LOOK = EditorView.theme({
  '&': { height: '100%', color: 'var(--ink)', backgroundColor: 'var(--surface)', fontSize: '0.8125rem' },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': { fontFamily: 'var(--font-mono)', lineHeight: '1.65', fontVariantLigatures: 'none' },
  '.cm-content': { padding: '12px 0', caretColor: 'var(--ink)' },
  '.cm-line': { padding: '0 12px' },
  '.cm-cursor, .cm-dropCursor': { borderLeftColor: 'var(--ink)', borderLeftWidth: '2px' },
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground': {
    background: 'color-mix(in srgb, var(--accent-5) 26%, var(--surface))',
  },
  '.cm-activeLine': { backgroundColor: 'color-mix(in srgb, var(--ink) 4%, transparent)' },
  '.cm-gutters': {
    border: 'none',
    backgroundColor: 'var(--surface)',
    color: 'var(--ink-faint)',
    fontSize: '0.8125rem',
  },
  '.cm-activeLineGutter': { backgroundColor: 'transparent', color: 'var(--ink)' },
  '&.cm-focused .cm-matchingBracket, .cm-matchingBracket': {
    outline: '1px solid var(--line-input)',
    borderRadius: '2px',
    backgroundColor: 'transparent',
  },
  '&.cm-focused .cm-nonmatchingBracket': { color: 'var(--danger)', backgroundColor: 'transparent' },
  '.cm-foldPlaceholder': {
    border: '1px solid var(--line)',
    backgroundColor: 'var(--sunken)',
    color: 'var(--ink-soft)',
  },
  '.cm-tooltip': {
    border: '1px solid var(--line-strong)',
    borderRadius: 'var(--radius-small)',
    backgroundColor: 'var(--surface)',
    color: 'var(--ink)',
    boxShadow: 'var(--shadow-float)',
  },
  '.cm-tooltip-autocomplete > ul': { fontFamily: 'var(--font-mono)', fontSize: '0.8125rem' },
  '.cm-tooltip-autocomplete > ul > li': { padding: '4px 8px' },
  '.cm-tooltip-autocomplete > ul > li[aria-selected]': {
    backgroundColor: 'var(--accent-fill)',
    color: 'var(--accent-on-fill)',
  },
  '.cm-completionDetail': { color: 'inherit', fontStyle: 'normal', opacity: '1' },
  '.cm-diagnostic': { padding: '6px 10px', whiteSpace: 'pre-wrap', fontFamily: 'var(--font-sans)' },
  '.cm-diagnostic-error': { borderLeft: '3px solid var(--danger)' },
  '.cm-diagnostic-info': { borderLeft: '3px solid var(--accent-ink)' },
  '.cm-lintRange-error': {
    backgroundImage: 'none',
    textDecoration: 'underline wavy var(--danger)',
    textUnderlineOffset: '3px',
  },
  '.cm-lintRange-info': {
    backgroundImage: 'none',
    textDecoration: 'underline dotted var(--accent-ink)',
    textUnderlineOffset: '3px',
  },
  '.cm-gutter-lint': { width: '1em' },
  '.cm-lint-marker-error': { color: 'var(--danger)', content: '"!"', fontWeight: '700', textAlign: 'center' },
  '.cm-lint-marker-info': {
    color: 'var(--accent-ink)',
    content: '"i"',
    fontWeight: '700',
    textAlign: 'center',
  },
  '.cm-panels': { backgroundColor: 'var(--sunken)', color: 'var(--ink)' },
  '.cm-panels.cm-panels-top': { borderBottom: '1px solid var(--line)' },
  '.cm-panels.cm-panels-bottom': { borderTop: '1px solid var(--line)' },
});

const COLORS = HighlightStyle.define([
  { tag: [tags.keyword, tags.operatorKeyword, tags.modifier, tags.tagName], color: 'var(--accent-ink)' },
  { tag: [tags.string, tags.special(tags.string), tags.attributeValue], color: 'var(--good)' },
  { tag: [tags.number, tags.bool, tags.null, tags.regexp, tags.atom], color: 'var(--danger)' },
  { tag: [tags.comment, tags.meta], color: 'var(--ink-faint)', fontStyle: 'italic' },
  {
    tag: [tags.typeName, tags.className, tags.namespace, tags.attributeName],
    color: 'color-mix(in srgb, var(--accent-ink) 60%, var(--ink))',
  },
  { tag: [tags.definition(tags.variableName), tags.function(tags.variableName)], fontWeight: '600' },
  { tag: tags.invalid, color: 'var(--danger)' },
]);

export const EDITOR_LOOK: Extension = [LOOK, syntaxHighlighting(COLORS)];
