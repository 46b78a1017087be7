import type { LabFiles } from '#domain/labs/lab-spec';
import type { Runner } from '#domain/labs/runners';
import { m } from '#web/lib/messages.ts';

/** The kinds of checks that are offered to authors of each runner. */
export const CHECK_KINDS = {
  javascript: ['call', 'eval', 'run'],
  http: ['http', 'call'],
  dom: ['dom', 'call'],
  python: ['eval', 'run'],
  sql: ['answer', 'sql'],
  shell: ['sh'],
} as const satisfies Readonly<Record<Runner, readonly string[]>>;
export type CheckKind = (typeof CHECK_KINDS)[Runner][number];

export const RUNNER_WORDS: Record<Runner, () => string> = {
  javascript: m.lab_author_javascript,
  http: m.lab_author_http,
  dom: m.lab_author_dom,
  python: m.lab_author_python,
  sql: m.lab_author_sql,
  shell: m.lab_author_shell,
};
export const CHECK_WORDS: Record<CheckKind, () => string> = {
  call: m.lab_author_check_call,
  eval: m.lab_author_check_eval,
  run: m.lab_author_check_run,
  http: m.lab_author_check_http,
  dom: m.lab_author_check_dom,
  answer: m.lab_author_check_answer,
  sql: m.lab_author_check_sql,
  sh: m.lab_author_check_sh,
};

const quoted = (text: string) => JSON.stringify(text);

/** The lines of a new check, to be filled in. */
export function checkLines(kind: CheckKind, runner: Runner, id: string): string[] {
  const head = [`id: ${id}`, `name: ${quoted(m.lab_author_new_check())}`];
  const call = ['module: src/main', 'call: main', 'args: [1]', 'equals: 1'];
  const rows = ['columns: [title]', 'rows: [[Night Ferry]]'];
  const lines: Record<CheckKind, string[]> = {
    call,
    eval: runner === 'python' ? ['eval: "1 + 1"', 'equals: "2"'] : ['eval: "1 + 1"', 'equals: 2'],
    run: [`run: ${runner === 'python' ? 'main.py' : 'src/main.js'}`, 'stdout: "Hello\\n"'],
    http: ['module: server', 'http: GET /', 'status: 200'],
    dom: ['dom: index.html', 'steps: [{ click: button }]', 'select: p', 'read: text', 'equals: Hello'],
    answer: ['answer: 1.sql', ...rows],
    sql: ['sql: "select title from books order by title"', ...rows],
    sh: ['file: main.sh', 'sh: cat result.txt', 'stdout: "Hello\\n"'],
  };
  return [...head, ...lines[kind]];
}

/** What an author begins with: a small lab that works, to be changed step by step. */
export function starterOf(runner: Runner): LabFiles {
  const { checks, files, given = {}, setup, solution } = STARTERS[runner]();
  const path = (part: string, own: LabFiles) =>
    Object.fromEntries(Object.entries(own).map(([name, text]) => [`${part}/${name}`, text]));
  const head = [`runner: ${runner}`, ...(setup ? [`setup: ${setup}`] : []), 'checks:'];
  const lines = checks.flatMap((check) => check.map((line, row) => `  ${row === 0 ? '-' : ' '} ${line}`));
  const yaml = [...head, ...lines, 'hints:', `  - ${quoted(m.lab_author_first_hint())}`, ''].join('\n');
  return {
    'lab.yaml': yaml,
    ...path('files', files),
    ...path('given', given),
    ...path('solution', solution),
  };
}

interface Starter {
  readonly setup?: string;
  readonly checks: readonly (readonly string[])[];
  readonly files: LabFiles;
  readonly given?: LabFiles;
  readonly solution: LabFiles;
}
const named = (id: string, name: string, ...rest: string[]) => [
  `id: ${id}`,
  `name: ${quoted(name)}`,
  ...rest,
];
const HIDDEN = 'hidden: true';
const greeting = (name: string) => [
  'dom: index.html',
  `steps: [{ type: "#name", text: ${name} }, { click: button }]`,
  'select: p',
  'read: text',
  `equals: ${quoted(`Hello, ${name}!`)}`,
];

const SHOP = `create table books (title text primary key, price numeric(6, 2) not null);
insert into books values ('Night Ferry', 12.50), ('Tidewater', 9.00), ('Saltmarsh', 24.00);
`;
const server = (reply: string) => `import { createServer } from 'node:http';

createServer((request, response) => {
  response.writeHead(200, { 'content-type': 'text/plain' });
  response.end(${reply});
}).listen(3000);
`;
const total = (body: string) => `export function total(prices) {\n  ${body}\n}\n`;
const PAGE = `<label>Name <input id="name"></label>
<button>Greet</button>
<p></p>
<script type="module" src="app.js"></script>
`;
const onClick = (body: string) => `document.querySelector('button').addEventListener('click', () => {
  ${body}
});
`;
const script = (body: string) => `#!/usr/bin/env bash\n${body}\n`;
const greet = (body: string) => `def greet(name):\n    ${body}\n`;

const STARTERS: Record<Runner, () => Starter> = {
  javascript: () => ({
    checks: [
      named('sum', m.lab_author_sum(), 'module: src/total', 'call: total', 'args: [[1, 2, 3]]', 'equals: 6'),
      named(
        'one',
        m.lab_author_one(),
        HIDDEN,
        'module: src/total',
        'call: total',
        'args: [[21]]',
        'equals: 21',
      ),
    ],
    files: { 'src/total.js': total('return 0;') },
    solution: { 'src/total.js': total('return prices.reduce((sum, price) => sum + price, 0);') },
  }),
  http: () => ({
    checks: [
      named(
        'greets',
        m.lab_author_greets(),
        'module: server',
        'http: GET /hello/Ada',
        'status: 200',
        'body: "Hello, Ada!"',
      ),
      named(
        'other',
        m.lab_author_other(),
        HIDDEN,
        'module: server',
        'http: GET /hello/Bo',
        'body: "Hello, Bo!"',
      ),
    ],
    files: { 'server.js': server("'Hello!'") },
    solution: { 'server.js': server("'Hello, ' + request.url.split('/').pop() + '!'") },
  }),
  dom: () => ({
    checks: [
      named('greets', m.lab_author_greets(), ...greeting('Ada')),
      named('other', m.lab_author_other(), HIDDEN, ...greeting('Bo')),
    ],
    files: { 'app.js': onClick("document.querySelector('p').textContent = 'Hello!';") },
    given: { 'index.html': PAGE },
    solution: {
      'app.js': onClick(
        "document.querySelector('p').textContent = 'Hello, ' + document.querySelector('#name').value + '!';",
      ),
    },
  }),
  python: () => ({
    checks: [
      named(
        'greets',
        m.lab_author_greets(),
        `eval: ${quoted('import greet\ngreet.greet("Ada")')}`,
        `equals: ${quoted("'Hello, Ada!'")}`,
      ),
      named(
        'other',
        m.lab_author_other(),
        HIDDEN,
        `eval: ${quoted('import greet\ngreet.greet("Bo")')}`,
        `equals: ${quoted("'Hello, Bo!'")}`,
      ),
    ],
    files: { 'greet.py': greet('return "Hello!"') },
    solution: { 'greet.py': greet('return f"Hello, {name}!"') },
  }),
  sql: () => ({
    setup: '[given/shop.sql]',
    checks: [
      named(
        'cheap',
        m.lab_author_cheap(),
        'answer: 1.sql',
        'columns: [title]',
        'rows: [[Night Ferry], [Tidewater]]',
      ),
      named(
        'more',
        m.lab_author_more(),
        HIDDEN,
        `setup: ${quoted("insert into books values ('Kelp', 5)")}`,
        'answer: 1.sql',
        'rows: [[Kelp], [Night Ferry], [Tidewater]]',
      ),
    ],
    files: { '1.sql': 'select title from books;\n' },
    given: { 'shop.sql': SHOP },
    solution: { '1.sql': 'select title from books where price < 20;\n' },
  }),
  shell: () => ({
    checks: [
      named(
        'greets',
        m.lab_author_greets(),
        'sh: echo Ada | bash greet.sh',
        `stdout: ${quoted('Hello, Ada!\n')}`,
      ),
      named(
        'other',
        m.lab_author_other(),
        HIDDEN,
        'sh: echo Bo | bash greet.sh',
        `stdout: ${quoted('Hello, Bo!\n')}`,
      ),
    ],
    files: { 'greet.sh': script('echo "Hello!"') },
    solution: { 'greet.sh': script('read -r name\necho "Hello, $name!"') },
  }),
};
