import type { Page } from '@playwright/test';
import { axeOf } from '../kit/axe.ts';
import { asked, card, saved, submit } from '../kit/exams.ts';
import { finalExam, makeCourse } from '../kit/made-course.ts';
import { expect, HEAD, makeMember, onDatabase, signIn, test } from '../kit/people.ts';

const file = (path: string, text: string) => [{ path, text }];
const question = (id: string, prompt: string, code: object) => ({
  ...asked,
  id,
  kind: 'code',
  prompt,
  code: { seconds: 5, given: [], ...code },
});
const counts = (clicks: number) => ({
  dom: 'index.html',
  steps: Array.from({ length: clicks }, () => ({ click: 'button' })),
  select: 'output',
  read: 'text',
  equals: String(clicks),
});
const SHOP =
  "create table books (title text, price numeric);\ninsert into books values ('Tidewater', 9), ('Saltmarsh', 24);\n";
const QUESTIONS = [
  question('q-sql', 'Select the titles of all books', {
    runner: 'sql',
    files: file('answer.sql', ''),
    solution: file('answer.sql', 'select title from books order by title'),
    given: file('shop.sql', SHOP),
    setup: ['shop.sql'],
    checks: [
      {
        id: 'all',
        name: 'All titles',
        answer: 'answer.sql',
        columns: ['title'],
        rows: [['Saltmarsh'], ['Tidewater']],
      },
      {
        id: 'more',
        name: 'Another shop',
        hidden: true,
        setup: "insert into books values ('Night Ferry', 12)",
        answer: 'answer.sql',
        rows: [['Night Ferry'], ['Saltmarsh'], ['Tidewater']],
      },
    ],
  }),
  question('q-dom', 'Count the clicks', {
    runner: 'dom',
    files: file('index.html', '<button>More</button> <output>0</output>\n'),
    solution: file('index.html', ''),
    checks: [
      { id: 'one', name: 'One click', ...counts(1) },
      { id: 'two', name: 'Two clicks', hidden: true, ...counts(2) },
    ],
  }),
  question('q-http', 'Greet by name', {
    runner: 'http',
    files: file('server.js', ''),
    solution: file('server.js', ''),
    checks: [
      {
        id: 'ada',
        name: 'Greets Ada',
        module: 'server',
        http: 'GET /hello/Ada',
        status: 200,
        body: 'Hello, Ada!',
      },
      {
        id: 'bo',
        name: 'Greets another',
        hidden: true,
        module: 'server',
        http: 'GET /hello/Bo',
        body: 'Hello, Bo!',
      },
    ],
  }),
  question('q-shell', 'Count the lines of notes.txt', {
    runner: 'shell',
    files: file('main.sh', ''),
    solution: file('main.sh', ''),
    given: file('notes.txt', 'a\nb\nc\n'),
    checks: [
      { id: 'three', name: 'Three lines', file: 'main.sh', sh: 'cat result.txt', stdout: '3\n' },
      {
        id: 'none',
        name: 'No lines',
        hidden: true,
        setup: ': > notes.txt',
        file: 'main.sh',
        sh: 'cat result.txt',
        stdout: '0\n',
      },
    ],
  }),
];
const CHECKS = `- id: ada
  name: Greets Ada
  run: main.py
  stdin: "Ada\\n"
  stdout: "Hello, Ada!\\n"
- id: bo
  name: Greets another
  hidden: true
  run: main.py
  stdin: "Bo\\n"
  stdout: "Hello, Bo!\\n"
`;
const GREETER = 'print(f"Hello, {input()}!")\n';
/** Right but for the last, which counts what isn't there. */
const ANSWERS = [
  { prompt: /Select the titles/, path: 'answer.sql', text: 'select title from books order by title;' },
  {
    prompt: /Count the clicks/,
    path: 'index.html',
    text: `<button>More</button> <output>0</output>
<script>
  const output = document.querySelector("output");
  document.querySelector("button").onclick = () => { output.textContent = Number(output.textContent) + 1; };
</script>`,
  },
  {
    prompt: /Greet by name/,
    path: 'server.js',
    text: `import { createServer } from "node:http";
createServer((request, response) => response.end("Hello, " + request.url.split("/").at(-1) + "!")).listen(80);`,
  },
  { prompt: /Count the lines/, path: 'main.sh', text: 'echo 3 > result.txt' },
  { prompt: /Greet whoever/, path: 'main.py', text: GREETER },
];

async function write(page: Page, bench: string | RegExp, path: string, text: string): Promise<void> {
  await page.getByRole('group', { name: bench }).getByRole('textbox', { name: path }).focus();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.insertText(text);
}

async function fits(page: Page, name: string): Promise<void> {
  for (const width of [375, 1280]) {
    await page.setViewportSize({ width, height: 900 });
    expect((await axeOf(page).analyze()).violations).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    if (process.env.LOOK)
      await page.screenshot({ path: `${process.env.LOOK}/${name}-${width}.png`, fullPage: true });
  }
}

test('code in every language is asked for, run, handed in, judged, and marked by hand', async ({
  browser,
  page,
}) => {
  test.setTimeout(180_000);
  page.setDefaultTimeout(20_000);
  const learner = await makeMember();
  const sections = finalExam({ intro: 'Begin.', passMark: 50, settings: {}, questions: QUESTIONS });
  const slug = await makeCourse('languages', { title: 'Languages', sections, student: learner.email });
  const id = await onDatabase(async (client) => {
    const { rows } = await client.query(
      `with found as (select id from courses where slug = $1)
       insert into course_categories (course_id, category_id, position)
       select found.id, (select id from categories limit 1), 0 from found returning course_id as id`,
      [slug],
    );
    return String(rows[0].id);
  });
  await signIn(page, HEAD, `/admin/courses/${id}`);
  await page.getByRole('tab', { name: 'Course Content' }).click();
  await page.getByRole('button', { name: /^Final exam/ }).click();
  await page.getByLabel('Question type').selectOption('code');
  await page.getByRole('button', { name: 'Add question' }).click();
  await page.getByLabel('Question (Markdown)').fill('Greet whoever is named.');
  await page.getByLabel('Language', { exact: true }).selectOption('python');
  await expect(page.getByLabel('Name of file 1')).toHaveValue('main.py');
  await page.getByLabel('Checks (YAML)').fill(CHECKS);
  const solution = page.getByRole('group', { name: 'Solution' });
  await solution.getByRole('textbox', { name: 'main.py' }).focus();
  await page.keyboard.insertText(GREETER);
  await solution.getByRole('button', { name: 'Run solution' }).click();
  await expect(solution.getByText('The solution passes all checks.')).toBeVisible({ timeout: 60_000 });
  await fits(page, 'languages-author');
  await page.getByRole('button', { name: 'Save Course' }).click();
  await expect(page.getByText('Course updated successfully')).toBeVisible();

  const room = await (await browser.newContext()).newPage();
  room.setDefaultTimeout(20_000);
  await signIn(room, learner, `/courses/${slug}/exams/final`);
  await room.getByRole('button', { name: 'Start exam' }).click();
  for (const { path, prompt, text } of ANSWERS) {
    await write(room, prompt, path, text);
    const bench = room.getByRole('group', { name: prompt });
    await bench.getByRole('button', { name: 'Run', exact: true }).click();
    await expect(bench.getByText(/^All visible checks passed/)).toBeVisible({ timeout: 60_000 });
  }
  await expect(card(room, 1).getByRole('row')).toHaveCount(3);
  const shown = card(room, 2).getByTitle('Page of your lab: index.html').contentFrame();
  await shown.getByRole('button', { name: 'More' }).click();
  await expect(shown.getByRole('status')).toHaveText('1');
  await saved(room);
  await fits(room, 'languages-learner');
  await submit(room);
  await expect(room.getByRole('heading', { name: 'Passed' })).toBeVisible({ timeout: 120_000 });
  await expect(room.getByText('90%').first()).toBeVisible();
  await expect(room.getByRole('list', { name: 'What the checks found' })).toHaveCount(5);
  await fits(room, 'languages-result');
  const attempt = await onDatabase(async (client) => {
    const { rows } = await client.query(
      'select exam_attempt_id as id from lab_runs where user_id = (select id from users where email = $1)',
      [learner.email],
    );
    return String(rows[0].id);
  });
  await page.goto(`/admin/marking/${attempt}/q-shell`);
  await expect(page.getByText('Checks: 1 of 2 points')).toBeVisible();
  await fits(page, 'languages-marking');
  await page.getByRole('button', { name: 'Correct this grade' }).click();
  await page.getByLabel('Points (max. 1)').fill('0');
  await page.getByLabel('Reason for the correction').fill('It writes a number that it knew.');
  await page.getByRole('button', { name: 'Save correction' }).click();
  await expect(page.getByText('0 of 1 point')).toBeVisible();
  await room.reload();
  await expect(room.getByText('80%').first()).toBeVisible();
});
