import { expect, type Page } from '@playwright/test';
import type { LabCheck, LabFiles, LabSpec } from '#domain/labs/lab-spec';
import type { LabValue } from '#domain/labs/lab-value';
import { labOf } from '../../kit/labs.ts';
import { makeCourse } from './made-course.ts';
import { makeMember, onDatabase, type Person, signIn } from './people.ts';

interface MadeLab {
  readonly spec: LabSpec;
  readonly files: LabFiles;
  readonly solution: LabFiles;
  /** Text of every section of the course. */
  readonly html?: string;
}

const total = (lines: readonly LabValue[], equals: number) =>
  ({ kind: 'call', module: 'src/invoice', call: 'invoiceTotal', args: [lines], equals }) as const;

const CHECKS: readonly LabCheck[] = [
  { id: 'one', name: 'One line', probe: total([{ price: 250, quantity: 2 }], 500) },
  {
    id: 'two',
    name: 'Two lines are added',
    probe: total(
      [
        { price: 250, quantity: 2 },
        { price: 99, quantity: 3 },
      ],
      797,
    ),
  },
  {
    id: 'none',
    name: 'An invoice without lines',
    hidden: true,
    points: 2,
    hint: 'What does your loop return when there is nothing to add?',
    probe: total([], 0),
  },
];

export const START = `import type { Line } from './line';

export function invoiceTotal(lines: readonly Line[]): number {
  return 0;
}
`;
export const RIGHT = `import type { Line } from './line';

export function invoiceTotal(lines: readonly Line[]): number {
  return lines.reduce((sum, { price, quantity }) => sum + price * quantity, 0);
}
`;
const LINE = `/** One line of an invoice; the price is in cents. */
export interface Line {
  readonly price: number;
  readonly quantity: number;
}
`;
const HTML = `<p>An invoice has lines, and each line has a price in cents and a quantity. Your task is to add them up.</p>
<h2>Your task</h2>
<ol><li>Multiply the <code>price</code> of each line by its <code>quantity</code>.</li>
<li>Add up the products in <code>invoiceTotal</code>.</li></ol>
<pre tabindex="0"><code>invoiceTotal([{ price: 250, quantity: 2 }]) // 500</code></pre>
<p>The type <code>Line</code> is in <code>src/line.ts</code>, which you can read.</p>`;

/** A lab in TypeScript with two visible checks, a hidden one and two hints. */
export const INVOICE: MadeLab = {
  spec: labOf(CHECKS, {
    given: { 'src/line.ts': LINE },
    typecheck: 'strict',
    hints: ['Start with a total of 0.', 'Array.prototype.reduce adds up in one line.'],
  }),
  files: { 'src/invoice.ts': START },
  solution: { 'src/invoice.ts': RIGHT },
  html: HTML,
};

/** A lab in JavaScript whose code is a server. */
export const SERVER: MadeLab = {
  spec: labOf(
    [
      {
        id: 'hello',
        name: 'Greets by name',
        probe: {
          kind: 'http',
          module: 'server',
          request: { method: 'GET', path: '/hello/Ada', headers: { accept: 'text/plain' } },
          status: 200,
          headers: { 'content-type': 'text/plain' },
          body: 'Hello, Ada!',
        },
      },
    ],
    { runner: 'http' },
  ),
  files: {
    'server.js': `import { createServer } from 'node:http';

createServer((request, response) => {
  response.writeHead(200, { 'content-type': 'text/html' });
  response.end('Hello, world!');
}).listen(3000);
`,
  },
  solution: {},
  html: '<p>Greet everybody by their name.</p>',
};

/** A lab in Python with a program and a function. */
export const GREETER: MadeLab = {
  spec: labOf(
    [
      {
        id: 'greets',
        name: 'Greets by name',
        probe: { kind: 'run', file: 'greet.py', stdin: 'Ada\n', stdout: 'Name? Hello, Ada!\n' },
      },
      {
        id: 'nobody',
        name: 'Refuses an empty name',
        probe: { kind: 'eval', code: 'import greet\ngreet.greet("")', raises: 'ValueError' },
      },
      {
        id: 'other',
        name: 'Another name',
        hidden: true,
        hint: 'The name must come from the input.',
        probe: { kind: 'eval', code: 'import greet\ngreet.greet("Bo")', equals: "'Hello, Bo!'" },
      },
    ],
    {
      runner: 'python',
      limits: { seconds: 3, runsPerHour: 60 },
      hints: ['Use input().', 'Use an f-string.'],
    },
  ),
  files: {
    'greet.py': `def greet(name):
    return f"Hello, {nam}!"


if __name__ == "__main__":
    print(greet(input("Name? ")))
`,
  },
  solution: {},
  html: '<p>Greet everybody by their name, and refuse an empty one.</p>',
};
export const GREETED = `def greet(name):
    if not name:
        raise ValueError("nobody to greet")
    return f"Hello, {name}!"


if __name__ == "__main__":
    print(greet(input("Name? ")))
`;

/** A course of this lab and a lesson, studied by a member; answers where the lab is and who studies it. */
export async function makeLab(made: MadeLab): Promise<{ path: string; person: Person }> {
  const person = await makeMember();
  const { html = '' } = made;
  const slug = await makeCourse('lab', {
    title: 'Invoices in TypeScript',
    html,
    student: person.email,
    sections: [
      { key: 'lines', title: 'Add up the lines', type: 'lab', minutes: 20 },
      { key: 'rounding', title: 'How to round money', type: 'lesson' },
    ],
  });
  await addLab(slug, made);
  return { path: `/courses/${slug}/learn/lines`, person };
}

/** Gives the one lab of a course these checks. */
export async function addLab(slug: string, { files, solution, spec }: MadeLab): Promise<void> {
  await onDatabase((client) =>
    client.query(
      `insert into lab_specs (section_id, version, runner, spec, files, solution, source, created_at)
       select s.id, 1, $2, $3::json, $4::json, $5::json, '{}', now()
       from course_content s join courses c on c.id = s.course_id where c.slug = $1 and s.section_type = 'lab'`,
      [slug, spec.runner, JSON.stringify(spec), JSON.stringify(files), JSON.stringify(solution)],
    ),
  );
}

/** The lab, opened by a member who studies its course. */
export async function openLab(
  page: Page,
  made: MadeLab = INVOICE,
): Promise<{ path: string; person: Person }> {
  const lab = await makeLab(made);
  await signIn(page, lab.person, lab.path);
  await expect(editorOf(page)).toBeAttached();
  return lab;
}

export const editorOf = (page: Page) => page.locator('.cm-content');
export const resultsOf = (page: Page) => page.getByRole('region', { name: 'Results' });
export const savedIn = (page: Page) =>
  expect(page.getByRole('region', { name: 'Lab' }).getByRole('status').first()).toHaveText('Saved');

/** Types a whole file in the place of what is in the editor. */
export async function write(page: Page, text: string): Promise<void> {
  await editorOf(page).focus();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.insertText(text);
}
