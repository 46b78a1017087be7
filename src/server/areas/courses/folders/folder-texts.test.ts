import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished } from 'vitest';
import { test } from '#tests/kit/database';
import { openVerbs } from '#tests/kit/verbs';
import { exportCourse } from './export-course.ts';
import { importCourse } from './import-course.ts';

const COURSE = `title: A small course
description: Everything small.
level: beginner
subscription_level: free
categories: [Small]
tags: []
outcomes: []
`;
const lesson = (id: string, body: string, more = '') =>
  `---\nid: ${id}\ntitle: ${id}\n${more}---\n\n${body}\n`;
const exam = (intro: string, prompt = 'Is it?') =>
  `id: final\ntitle: Final\npass_mark: 0\nintro: |\n  ${intro}\nquestions:\n  - { id: q, kind: true-false, points: 1, prompt: "${prompt}", explanation: Yes., answer: true }\n`;

function folder(files: Record<string, string>): string {
  const parent = mkdtempSync(join(tmpdir(), 'lectern-texts-'));
  onTestFinished(() => rmSync(parent, { recursive: true, force: true }));
  mkdirSync(join(parent, 'small'));
  for (const [name, text] of Object.entries({ 'course.yaml': COURSE, ...files }))
    writeFileSync(join(parent, 'small', name), text);
  return join(parent, 'small');
}

test('front matter that is not known is left out with a warning that names its line', async ({ db }) => {
  const { as, services } = await openVerbs(db);
  const directory = folder({
    '01-a.lesson.md': lesson('a', 'Text.', 'sidebar_position: 3\nrequird: false\ndate: 2026-01-02\n'),
  });
  expect(await importCourse(services, as('admin'), directory)).toEqual({
    slug: 'small',
    outcome: 'created',
    warnings: [
      'small/01-a.lesson.md: line 4: unknown key sidebar_position was ignored',
      'small/01-a.lesson.md: line 5: unknown key requird was ignored; did you mean required?',
      'small/01-a.lesson.md: line 6: unknown key date was ignored',
    ],
  });
});

test('keys of course.yaml and exams that are not known are left out with a warning', async ({ db }) => {
  const { as, services } = await openVerbs(db);
  const directory = folder({
    'course.yaml': `${COURSE}author: Ada\noutcoms: []\n`,
    '01-final.exam.yaml': `${exam('Begin.')}pass_marks: 50\n`,
  });
  expect(await importCourse(services, as('admin'), directory)).toEqual({
    slug: 'small',
    outcome: 'created',
    warnings: [
      'small/course.yaml: line 8: unknown key author was ignored',
      'small/course.yaml: line 9: unknown key outcoms was ignored; did you mean outcomes?',
      'small/01-final.exam.yaml: line 8: unknown key pass_marks was ignored; did you mean pass_mark?',
    ],
  });
});

test('a key that a question does not know stops the import', async ({ db }) => {
  const { as, services } = await openVerbs(db);
  const directory = folder({ '01-final.exam.yaml': exam('Begin.').replace('points:', 'hints: a, points:') });
  await expect(importCourse(services, as('admin'), directory)).rejects.toThrow('hints');
});

test('directives in headings, tables and lists are reported, and so are short and fenced ones', async ({
  db,
}) => {
  const { as, services } = await openVerbs(db);
  const body = `## About {{ name }}

| a | b |
| - | - |
| {% x %} | :kbd[Q] |

- {{ item }}

::youtube{#abc}

An :abbr[HTML]{title="x"} at 12:30, see a::b and [x:y].

\`\`\`{note} Mind
Text.
\`\`\`

\`\`\`sql
SELECT a::int;
\`\`\``;
  const { warnings } = await importCourse(
    services,
    as('admin'),
    folder({ '01-a.lesson.md': lesson('a', body) }),
  );
  expect(warnings?.map((said) => said.replace('small/01-a.lesson.md: ', ''))).toEqual([
    'line 6: the directive {{ name }} is not known',
    'line 10: the directive {% x %} is not known',
    'line 10: the directive :kbd is not known',
    'line 12: the directive {{ item }} is not known',
    'line 14: the directive ::youtube is not known',
    'line 16: the directive :abbr is not known',
    'line 18: the directive {note} is not supported: it is shown as code',
  ]);
});

test('what the product does not show is reported with its line, and the same signs in code are not', async ({
  db,
}) => {
  const { as, services } = await openVerbs(db);
  const body = `:::note Mind
Text.
:::

<div class="box">
Gone.
</div>

A <kbd>key</kbd>, H<sub>2</sub>O and \`{% raw %}\`, $x_{{a}}$.

{% include "a.html" %} and {{< youtube x >}}

import Tabs from '@theme/Tabs';

<Tabs>

!!! warning "Hot"

<!-- a note to oneself -->
[Call](tel:123) ![](pic.png)

\`\`\`
:::note <div> {% x %}
\`\`\``;
  const directory = folder({
    '01-a.lesson.md': lesson('a', body),
    '02-final.exam.yaml': exam('A <b>bold</b> word.', 'Is [it](a.md) <br> so? ![](a.png)'),
  });
  const { warnings } = await importCourse(services, as('admin'), directory);
  expect(warnings?.map((said) => said.replace('small/01-a.lesson.md: ', ''))).toEqual([
    'line 6: the directive :::note is not known',
    'line 10: the HTML <div> was removed, including its text',
    'line 14: the HTML <kbd> was removed',
    'line 14: the HTML <kbd> was removed',
    'line 16: the directive {% include %} is not known',
    'line 16: the directive {{ youtube }} is not known',
    'line 18: the import of @theme/Tabs is not known',
    'line 20: the component <Tabs> was removed',
    'line 22: the admonition !!! warning is not known',
    'line 25: the picture pic.png is not imported: not found',
    'line 25: the address starting with tel: was removed',
    'small/02-final.exam.yaml: intro: the HTML <b> was removed',
    'small/02-final.exam.yaml: intro: the HTML <b> was removed',
    'small/02-final.exam.yaml: question q: prompt: the link to a.md is unchanged: use the address of the section',
    'small/02-final.exam.yaml: question q: prompt: the picture a.png is not imported: not found',
    'small/02-final.exam.yaml: question q: prompt: the HTML <br> was removed',
  ]);
});

test('a link to the file of another section leads to that section, and goes out as a link to its file', async ({
  db,
}) => {
  const { as, services } = await openVerbs(db);
  const body = `[Joins](./02-joins.lesson.md), [inner \\[1\\]](02-joins.md#inner "t"), [both](<02-joins.lesson.md>),
[exam](03-final.exam.yaml), [ref][r], \`[x](02-joins.md)\`, [here](#top), [out](https://a.test/02-joins.md).

[r]: 02-joins.lesson.md#outer`;
  const files = {
    '01-a.lesson.md': lesson('a', body),
    '02-joins.lesson.md': lesson('joins', '[Gone](09-gone.lesson.md)'),
    '03-final.exam.yaml': exam('Read [joins](02-joins.md) again.'),
  };
  const directory = folder(files);
  const { warnings } = await importCourse(services, as('admin'), directory);
  expect(warnings).toEqual([
    "small/02-joins.lesson.md: line 6: the link to 09-gone.lesson.md doesn't lead to a section or file in the folder",
  ]);
  const stored = await db.kysely
    .selectFrom('course_content')
    .select(['content', 'content_html'])
    .orderBy('sort_order')
    .execute();
  expect(
    stored[0]?.content,
  ).toBe(`[Joins](/courses/small?section=joins), [inner \\[1\\]](/courses/small?section=joins#section-inner "t"), [both](</courses/small?section=joins>),
[exam](/courses/small?section=final), [ref][r], \`[x](02-joins.md)\`, [here](#top), [out](https://a.test/02-joins.md).

[r]: /courses/small?section=joins#section-outer`);
  expect(stored[0]?.content_html).toContain('href="/courses/small?section=joins#section-outer"');
  expect(stored[2]?.content).toBe('Read [joins](/courses/small?section=joins) again.');

  const out = mkdtempSync(join(tmpdir(), 'lectern-texts-'));
  onTestFinished(() => rmSync(out, { recursive: true, force: true }));
  const read = (parent: string) =>
    ['01-a.lesson.md', '03-final.exam.yaml'].map((name) =>
      readFileSync(join(out, parent, 'small', name), 'utf8'),
    );
  await exportCourse(services, as('admin'), { slug: 'small', directory: join(out, 'one') });
  expect(read('one')[0]).toContain(
    body.replace('./', '').replace('02-joins.md#inner', '02-joins.lesson.md#inner'),
  );
  expect(await importCourse(services, as('admin'), join(out, 'one', 'small'))).toMatchObject({
    outcome: 'unchanged',
  });
  await exportCourse(services, as('admin'), { slug: 'small', directory: join(out, 'two') });
  expect(read('two')).toEqual(read('one'));
});

const WRAPPED = `This paragraph was wrapped by an editor at a width of some seventy signs,
as many people do who keep their texts in Git, and it goes on for *a while
until it ends here*.

> Quoted words of somebody else
> go on here.

- one item that
  goes on
- two  
  lines

\`\`\`
a
b
\`\`\``;

test('lines that an editor wrapped are joined where course.yaml says so, and are told where it does not', async ({
  db,
}) => {
  const { as, services } = await openVerbs(db);
  const directory = folder({ '01-a.lesson.md': lesson('a', WRAPPED) });
  expect((await importCourse(services, as('admin'), directory)).warnings).toEqual([
    'small/01-a.lesson.md: line 6: lines seem to be wrapped and will stay short; add "line_breaks: soft" to course.yaml to join them',
  ]);
  const content = async () =>
    (await db.kysely.selectFrom('course_content').select('content').executeTakeFirstOrThrow()).content;
  expect(await content()).toBe(WRAPPED);
  writeFileSync(join(directory, 'course.yaml'), `${COURSE}line_breaks: soft\n`);
  const soft = () => importCourse(services, as('admin'), directory);
  expect(await soft()).toEqual({ slug: 'small', outcome: 'updated' });
  expect(await content()).toBe(
    'This paragraph was wrapped by an editor at a width of some seventy signs, as many people do who keep their texts in Git, and it goes on for *a while until it ends here*.\n\n> Quoted words of somebody else go on here.\n\n- one item that goes on\n- two  \n  lines\n\n```\na\nb\n```',
  );
  expect(await soft()).toEqual({ slug: 'small', outcome: 'unchanged' });
});

test('wrapped lines of questions are joined too', async ({ db }) => {
  const { as, services } = await openVerbs(db);
  const question = `  - id: q
    kind: single
    points: 1
    prompt: |
      One line
      and its rest
    explanation: |
      Said
      so  
      often
    options:
      - text: "a\\nb"
        correct: true
      - text: |
          \`\`\`
          c
          d
          \`\`\`
        correct: false
`;
  const directory = folder({
    'course.yaml': `${COURSE}line_breaks: soft\n`,
    '01-final.exam.yaml': `id: final\ntitle: Final\npass_mark: 0\nintro: Go.\nquestions:\n${question}`,
  });
  const soft = () => importCourse(services, as('admin'), directory);
  expect(await soft()).toEqual({ slug: 'small', outcome: 'created' });
  const { exam: stored } = await db.kysely
    .selectFrom('course_content')
    .select('exam')
    .executeTakeFirstOrThrow();
  expect(stored).toMatchObject({
    questions: [
      {
        prompt: 'One line and its rest',
        explanation: 'Said so  \noften',
        options: [{ text: 'a b' }, { text: '```\nc\nd\n```' }],
      },
    ],
  });
  expect(await soft()).toEqual({ slug: 'small', outcome: 'unchanged' });
});
