import { closeCompletion } from '@codemirror/autocomplete';
import { EditorState, type TransactionSpec } from '@codemirror/state';
import type { EditorView } from '@codemirror/view';
import { expect, test } from 'vitest';
import { slashMenu, takeTyped } from './slash-menu.ts';

/** An editor in which nothing is ever drawn: what is typed is known at once, and no menu comes. */
function openEditor(doc = '') {
  const taken: string[] = [];
  const onTool = (id: string) => taken.push(id);
  let state = EditorState.create({ doc, selection: { anchor: doc.length }, extensions: slashMenu(onTool) });
  const dispatch = (change: TransactionSpec) => {
    state = state.update(change).state;
  };
  const editing = {
    get state() {
      return state;
    },
    dispatch,
  };
  const type = (text: string) => {
    for (const sign of text) {
      const at = state.selection.main.head;
      dispatch({
        changes: { from: at, insert: sign },
        selection: { anchor: at + 1 },
        userEvent: 'input.type',
      });
    }
  };
  return { taken, type, editing, enter: () => takeTyped(editing, onTool), text: () => state.doc.toString() };
}

test('Enter takes what the text means, however fast it comes', () => {
  const { enter, taken, text, type } = openEditor('Words\n\n');
  type('/call');
  expect(enter()).toBe(true);
  expect(taken).toEqual(['callout']);
  expect(text()).toBe('Words\n\n');
  type('/');
  expect(enter()).toBe(true);
  expect(taken).toEqual(['callout', 'h2']);
});

test('Enter stays a line break where the text means nothing, in code, and after Escape', () => {
  for (const [doc, typed] of [
    ['', '/nothing of this'],
    ['a ', '/call'],
    ['```js\n', '/call'],
  ] as const) {
    const { enter, taken, text, type } = openEditor(doc);
    type(typed);
    expect(enter(), typed).toBe(false);
    expect(taken).toEqual([]);
    expect(text()).toBe(doc + typed);
  }
  const left = openEditor();
  left.type('/call');
  closeCompletion(left.editing as EditorView);
  expect(left.enter()).toBe(false);
  expect(left.text()).toBe('/call');
});
