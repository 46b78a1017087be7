import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { continueList } from './continue-list.ts';
import { indentList } from './indent-list.ts';
import { insertBlock } from './insert-block.ts';
import { insertLink, linkAddress } from './insert-link.ts';
import { isInCode, lineHead } from './line-head.ts';
import { filterCommands, slashQuery } from './slash-query.ts';
import type { Selected, TextEdit } from './text-edit.ts';
import { LINE_KINDS, toggleLines } from './toggle-lines.ts';
import { type Mark, toggleMark } from './toggle-mark.ts';

/** "[" and "]" show what is selected, "|" where the cursor is. */
function read(shown: string): Selected {
  const cursor = shown.indexOf('|');
  if (cursor >= 0) return { text: shown.replace('|', ''), from: cursor, to: cursor };
  const from = shown.indexOf('⟦');
  const to = shown.indexOf('⟧') - 1;
  return { text: shown.replace('⟦', '').replace('⟧', ''), from, to };
}

function show({ text }: Selected, { from, insert, select: [start, end], to }: TextEdit): string {
  const next = text.slice(0, from) + insert + text.slice(to);
  if (start === end) return `${next.slice(0, start)}|${next.slice(start)}`;
  return `${next.slice(0, start)}⟦${next.slice(start, end)}⟧${next.slice(end)}`;
}

function edited(shown: string, edit: (selected: Selected) => TextEdit | null): string | null {
  const selected = read(shown);
  const done = edit(selected);
  return done && show(selected, done);
}

describe('marks', () => {
  const mark = (shown: string, sign: Mark) => edited(shown, (selected) => toggleMark(selected, sign));
  test.each([
    ['a ⟦word⟧ b', '**', 'a **⟦word⟧** b'],
    ['a **⟦word⟧** b', '**', 'a ⟦word⟧ b'],
    ['a ⟦**word**⟧ b', '**', 'a ⟦word⟧ b'],
    ['a⟦ word ⟧b', '*', 'a *⟦word⟧* b'],
    ['a **⟦word⟧** b', '*', 'a ***⟦word⟧*** b'],
    ['a ***⟦word⟧*** b', '*', 'a **⟦word⟧** b'],
    ['a ***⟦word⟧*** b', '**', 'a *⟦word⟧* b'],
    ['⟦**one** and **two**⟧', '**', '⟦one and two⟧'],
    ['wo|rd', '~~', '~~wo|rd~~'],
    ['~~wo|rd~~', '~~', 'wo|rd'],
    ["it's don|’t", '*', "it's *don|’t*"],
    ['a | b', '**', 'a **|** b'],
    ['a **|** b', '**', 'a | b'],
    ['⟦- one\n- two\n\nthree⟧', '**', '- ⟦**one**\n- **two**\n\n**three**⟧'],
    ['- ⟦**one**\n- **two**⟧', '**', '- ⟦one\n- two⟧'],
    ['## ⟦Head⟧', '`', '## `⟦Head⟧`'],
    ['⟦  ⟧', '**', '⟦  ⟧'],
    ['**word|**', '**', '**word**|'],
    ['a **one two|** b', '**', 'a **one two**| b'],
    ['*one*, *two|*', '*', '*one*, *two*|'],
    ['**one** two|', '**', '**one** **two|**'],
    ['Ein ⟦größeres⟧ 漢字', '**', 'Ein **⟦größeres⟧** 漢字'],
  ] as const)('%s with %s is %s', (shown, sign, wanted) => {
    expect(mark(shown, sign)).toBe(wanted);
  });

  test('what was marked and unmarked is as it was', () => {
    const words = fc.stringMatching(/^[a-z]{1,6}( [a-z]{1,6}){0,3}$/);
    const signs = fc.constantFrom<Mark>('**', '*', '~~', '`');
    fc.assert(
      fc.property(words, words, words, signs, (before, inner, behind, sign) => {
        const text = `${before} ${inner} ${behind}`;
        const selected = { text, from: before.length + 1, to: before.length + 1 + inner.length };
        const once = toggleMark(selected, sign);
        const marked = text.slice(0, once.from) + once.insert + text.slice(once.to);
        const again = { text: marked, from: once.select[0], to: once.select[1] };
        const twice = toggleMark(again, sign);
        expect(marked.slice(0, twice.from) + twice.insert + marked.slice(twice.to)).toBe(text);
      }),
    );
  });
});

describe('lines', () => {
  test.each([
    ['on|e', 'bullets', '- on|e'],
    ['- on|e', 'bullets', 'on|e'],
    ['⟦one\n\ntwo⟧', 'numbers', '⟦1. one\n\n2. two⟧'],
    ['⟦- one\n* two⟧', 'numbers', '⟦1. one\n2. two⟧'],
    ['⟦one\n⟧two', 'bullets', '⟦- one⟧\ntwo'],
    ['- on|e', 'tasks', '- [ ] on|e'],
    ['- [x] on|e', 'bullets', '- on|e'],
    ['- [x] on|e', 'tasks', 'on|e'],
    ['## on|e', 'h3', '### on|e'],
    ['### on|e', 'h3', 'on|e'],
    ['- on|e', 'h2', '## on|e'],
    ['> - on|e', 'numbers', '> 1. on|e'],
    ['⟦one\n- two⟧', 'quote', '⟦> one\n> - two⟧'],
    ['⟦> one\n> - two⟧', 'quote', '⟦one\n- two⟧'],
    ['|', 'bullets', '- |'],
    ['---|', 'bullets', '- ---|'],
  ] as const)('%s as %s is %s', (shown, kind, wanted) => {
    expect(edited(shown, (selected) => toggleLines(selected, kind))).toBe(wanted);
  });

  test('every kind goes away again, whatever the words are', () => {
    fc.assert(
      fc.property(
        fc.array(fc.stringMatching(/^[a-z][a-z ]{0,12}[a-z]$/), { minLength: 1, maxLength: 5 }),
        fc.constantFrom(...LINE_KINDS),
        (lines, kind) => {
          const text = lines.join('\n');
          const once = toggleLines({ text, from: 0, to: text.length }, kind);
          const twice = toggleLines({ text: once.insert, from: 0, to: once.insert.length }, kind);
          expect(twice.insert).toBe(text);
        },
      ),
    );
  });

  test('the head of a line is told from its words', () => {
    expect(lineHead('> >  - [x] done')).toMatchObject({
      quote: '> > ',
      indent: ' ',
      marker: '-',
      task: '[x] ',
    });
    expect(lineHead('-- no item')).toMatchObject({ marker: '', words: '-- no item' });
    expect(lineHead('* * *')).toMatchObject({ marker: '', words: '* * *' });
    expect(lineHead('1.no item')).toMatchObject({ marker: '' });
    expect(lineHead('#no heading')).toMatchObject({ heading: '' });
    const joined = ({ gap, heading, indent, marker, quote, task, words }: ReturnType<typeof lineHead>) =>
      quote + indent + heading + marker + gap + task + words;
    fc.assert(
      fc.property(fc.string(), (line) => {
        expect(joined(lineHead(line))).toBe(line);
      }),
    );
  });
});

describe('lists', () => {
  test.each([
    ['- one|', '- one\n- |'],
    ['- on|e', '- on\n- |e'],
    ['9. one|', '9. one\n10. |'],
    ['  1) one|', '  1) one\n  2) |'],
    ['- [x] one|', '- [x] one\n- [ ] |'],
    ['> one|', '> one\n> |'],
    ['> - one|', '> - one\n> - |'],
    ['- one\n- |', '- one\n|'],
    ['> - |', '> |'],
    ['> |', '|'],
    ['-| one', null],
    ['one|', null],
    ['## one|', null],
    ['```\n- one|', null],
    ['```\na\n```\n- one|', '```\na\n```\n- one\n- |'],
  ])('Enter in %j is %j', (shown, wanted) => {
    expect(edited(shown, continueList)).toBe(wanted);
  });

  test.each([
    ['- one\n- two|', 'in', '- one\n  - two|'],
    ['1. one\n2. two|', 'in', '1. one\n   2. two|'],
    ['- one\n  - two\n- three|', 'in', '- one\n  - two\n  - three|'],
    ['- one\n  - two|', 'in', null],
    ['- one|', 'in', null],
    ['one|', 'in', null],
    ['- one\n  - two|', 'out', '- one\n- two|'],
    ['- one\n  - two\n    - three|', 'out', '- one\n  - two\n  - three|'],
    ['- one|', 'out', null],
    ['- one\n⟦- two\n  - three⟧', 'in', '- one\n⟦  - two\n    - three⟧'],
  ] as const)('%j moved %s is %j', (shown, by, wanted) => {
    expect(edited(shown, (selected) => indentList(selected, by))).toBe(wanted);
  });

  test('a code block ends where its own sign stands', () => {
    expect(isInCode('```js\nx')).toBe(true);
    expect(isInCode('````\n```\n')).toBe(true);
    expect(isInCode('```\nx\n```\n')).toBe(false);
    expect(isInCode('~~~\n```\n~~~\n')).toBe(false);
  });
});

describe('blocks and links', () => {
  const code = { before: '```\n', words: 'code', after: '\n```' };
  test.each([
    ['|', '```\n⟦code⟧\n```'],
    ['one|\ntwo', 'one\n\n```\n⟦code⟧\n```\n\ntwo'],
    ['one\n\n⟦a\nb⟧\n\ntwo', 'one\n\n```\n⟦a\nb⟧\n```\n\ntwo'],
  ])('a block in %j is %j', (shown, wanted) => {
    expect(edited(shown, (selected) => insertBlock(selected, code))).toBe(wanted);
  });

  test('a quote that is given its words has a sign on each line', () => {
    const callout = { before: '> [!NOTE]\n> ', words: 'x', after: '', each: '> ' };
    expect(edited('⟦one\n\ntwo⟧', (selected) => insertBlock(selected, callout))).toBe(
      '> [!NOTE]\n> ⟦one\n> \n> two⟧',
    );
  });

  test('a link stands in the place of what was selected, and its words stay words', () => {
    expect(edited('a ⟦b⟧ c', (selected) => insertLink(selected, ' b [1] ', '/x'))).toBe(
      'a [b \\[1\\]](/x)| c',
    );
  });

  test.each([
    ['https://a.example/b', 'https://a.example/b'],
    [' a.example/b(c) ', 'https://a.example/b%28c%29'],
    ['me@a.example', 'mailto:me@a.example'],
    ['/courses/sql', '/courses/sql'],
    ['#part', '#part'],
    ['//evil.example', null],
    ['javascript:alert(1)', null],
    ['two words', null],
    ['', null],
  ])('the address %j is %j', (typed, wanted) => {
    expect(linkAddress(typed)).toBe(wanted);
  });
});

describe('slash commands', () => {
  test.each([
    ['/', ''],
    ['/ta', 'ta'],
    ['- /code', 'code'],
    ['> /', ''],
    ['words /', null],
    ['/usr/bin', null],
    ['//', null],
  ])('%j asks for %j', (before, wanted) => {
    expect(slashQuery(before)).toBe(wanted);
  });

  test('the beginning of a name comes before that of a word, and that before an alias', () => {
    const commands = [
      { name: 'Picture', aliases: 'image photo' },
      { name: 'Heading 2', aliases: 'title' },
      { name: 'Task list', aliases: 'todo checkbox' },
      { name: 'Table', aliases: 'grid' },
      { name: 'Élan', aliases: '' },
    ];
    const names = (query: string) => filterCommands(commands, query).map(({ name }) => name);
    expect(names('ta')).toEqual(['Task list', 'Table']);
    expect(names('t')).toEqual(['Task list', 'Table', 'Heading 2']);
    expect(names('list')).toEqual(['Task list']);
    expect(names('PHO')).toEqual(['Picture']);
    expect(names('elan')).toEqual(['Élan']);
    expect(names('nothing')).toEqual([]);
    expect(names('')).toHaveLength(5);
  });
});
