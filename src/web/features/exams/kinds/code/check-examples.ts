import type { Runner } from '#domain/labs/runners';
import { m } from '#web/lib/messages.ts';

/** Two checks of each language, as an author could write them. */
const CHECKS: Readonly<Record<Runner, readonly [seen: string, hidden: string]>> = {
  javascript: [
    'module: main\ncall: total\nargs: [[1, 2]]\nequals: 3',
    'module: main\ncall: total\nargs: [[]]\nequals: 0',
  ],
  http: [
    'module: server\nhttp: GET /hello/Ada\nstatus: 200\nbody: Hello, Ada!',
    'module: server\nhttp: GET /missing\nstatus: 404',
  ],
  dom: [
    'dom: index.html\nsteps: [{ click: button }]\nselect: output\nread: text\nequals: "1"',
    'dom: index.html\nsteps: [{ click: button }, { click: button }]\nselect: output\nread: text\nequals: "2"',
  ],
  python: [
    'run: main.py\nstdin: "Ada\\n"\nstdout: "Hello, Ada!\\n"',
    'eval: |\n  import main\n  main.double(21)\nequals: "42"',
  ],
  sql: [
    'answer: answer.sql\nordered: true\ncolumns: [title]\nrows: [[Night Ferry], [Tidewater]]',
    "answer: answer.sql\nsetup: delete from books where title = 'Tidewater'\nrows: [[Night Ferry]]",
  ],
  shell: [
    'file: main.sh\nsh: cat result.txt\nstdout: "3\\n"',
    'file: main.sh\nsetup: echo one more >> notes.txt\nsh: cat result.txt\nstdout: "4\\n"',
  ],
};

const listed = (id: string, name: string, lines: string) =>
  `- id: ${id}\n${[`name: ${JSON.stringify(name)}`, ...lines.split('\n')].map((line) => `  ${line}\n`).join('')}`;

/** Checks to look at while writing others. */
export function checkExamples(runner: Runner): string {
  const [seen, hidden] = CHECKS[runner];
  return (
    listed('first', m.author_code_example_seen(), seen) +
    listed('second', m.author_code_example_hidden(), `hidden: true\npoints: 2\n${hidden}`)
  );
}
