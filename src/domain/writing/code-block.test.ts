import { expect, test } from 'vitest';
import { changeLanguage, codeBlockAt } from './code-block.ts';
import { CODE_LANGUAGES, codeLanguage } from './code-languages.ts';

/** "|" shows where the cursor is. */
function at(shown: string) {
  const from = shown.indexOf('|');
  return { text: shown.replace('|', ''), from, to: from };
}

function changed(shown: string, language: string): string | null {
  const selected = at(shown);
  const block = codeBlockAt(selected);
  if (!block) return null;
  const { from, insert, select, to } = changeLanguage(selected, block, language);
  const text = selected.text.slice(0, from) + insert + selected.text.slice(to);
  return `${text.slice(0, select[0])}|${text.slice(select[0])}`;
}

test.each([
  ['a\n\n```js\nx|\n```\n\nb', 'a\n\n```python\nx|\n```\n\nb'],
  ['```\n|\n```', '```python\n|\n```'],
  ['|```js\nx\n```', '|```python\nx\n```'],
  ['```j|s\nx\n```', '```python|\nx\n```'],
  ['```js run\nx\n```|', '```python run\nx\n```|'],
  ['```js\nx\n```\n\n~~~ sql\ny|\n~~~', '```js\nx\n```\n\n~~~ python\ny|\n~~~'],
  ['> ```js\n> x|\n> ```', '> ```python\n> x|\n> ```'],
  ['````md\n```js\nx|\n```\n````', '````python\n```js\nx|\n```\n````'],
  ['```js\nstill open|', '```python\nstill open|'],
])('in %j the language can be changed', (shown, wanted) => {
  expect(changed(shown, 'python')).toBe(wanted);
});

test.each(['wor|ds', '```js\nx\n```\n\nwor|ds', 'wor|ds\n\n```js\nx\n```', '`co|de`', '``` a `b` |'])(
  'in %j there is no code block',
  (shown) => {
    expect(codeBlockAt(at(shown))).toBeNull();
  },
);

test('what is selected across a block and the words after it is in no block', () => {
  const text = '```js\nx\n```\nwords';
  expect(codeBlockAt({ text, from: 7, to: text.length })).toBeNull();
});

test('a language is found by each of its words, and the common ones come first', () => {
  expect(codeLanguage('Bash')?.name).toBe('Shell');
  expect(codeLanguage('c#')?.id).toBe('csharp');
  expect(codeLanguage('no-language')).toBeUndefined();
  expect(CODE_LANGUAGES.slice(0, 3).map(({ id }) => id)).toEqual(['js', 'ts', 'python']);
});
