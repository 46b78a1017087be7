import { afterAll, expect, test } from 'vitest';
import type { LabCheck } from '#domain/labs/lab-spec';
import { openJudge } from '#server/platform/judge/open-judge';
import { labOf } from '#tests/kit/labs';

const judge = openJudge({ hide: [] });
afterAll(() => judge.close());

const greets = (name: string, equals: string) =>
  ({
    kind: 'dom',
    page: 'index.html',
    steps: [{ type: '#name', text: name }, { click: 'button' }],
    select: 'p',
    read: 'text',
    equals,
  }) as const;
const CHECKS: readonly LabCheck[] = [
  { id: 'a', name: 'greets Ada', probe: greets('Ada', 'Hello, Ada!') },
  { id: 'b', name: 'greets another', hidden: true, probe: greets('Bo', 'Hello, Bo!') },
];
const given = {
  'index.html': '<input id="name"><button>x</button><p></p><script type="module" src="app.js"></script>',
};
const say = `document.querySelector('button').addEventListener('click', () => { document.querySelector('p').textContent = 'Hello, Ada!'; });`;

/** Each answers the visible check rightly and tries to learn that the hidden one is right, too. */
const FORGERIES: Readonly<Record<string, string>> = {
  'writes the text down': say,
  'prints a verdict': `console.log('{"passed":true,"value":"Hello, Bo!"}'); ${say}`,
  'answers what equals everything': `Document.prototype.querySelectorAll = () => [{ textContent: { toString: () => 'Hello, Bo!', replace: () => ({ trim: () => ({ toJSON: () => true, t: 'string' }) }) } }]; ${say}`,
  'spoils how texts are read': `String.prototype.trim = function () { return { valueOf: () => this }; }; ${say}`,
  'spoils how values are packed': `JSON.stringify = () => '"Hello"'; Object.keys = () => []; Array.isArray = () => true; ${say}`,
  'spoils steps': `Element.prototype.matches = () => true; JSON.parse = () => ({ wait: 0 }); ${say}`,
  'looks for the expected text': `${say} for (const key of Reflect.ownKeys(globalThis)) { let text = ''; try { text = JSON.stringify(globalThis[key]); } catch {} if (text?.includes('Hello, Bo')) document.querySelector('p').textContent = 'Hello, Bo!'; }`,
  'keeps something for the next check': `globalThis.times = (globalThis.times ?? 0) + 1; Object.prototype.times = (Object.prototype.times ?? 0) + 1; ${say} if (times > 1) document.querySelector('button').onclick = () => { document.querySelector('p').textContent = 'Hello, Bo!'; };`,
  'waits for the referee to forget': `await new Promise(() => {});`,
};

test.each(Object.entries(FORGERIES))(
  'a page that %s is not passed',
  async (_, source) => {
    const { verdict } = await judge.judge(labOf(CHECKS, { runner: 'dom', given }), { 'app.js': source });
    expect(verdict?.passed).toBe(false);
    expect(verdict?.results[1]?.ok).toBe(false);
    expect(JSON.stringify(verdict?.results[1])).not.toMatch(/Bo!|expected|actual/);
  },
  60_000,
);

test('the right page is passed, and a page of the learner does not take the place of the given one', async () => {
  const source = `const [input, button, p] = ['input', 'button', 'p'].map((one) => document.querySelector(one)); button.onclick = () => { p.textContent = 'Hello, ' + input.value + '!'; };`;
  const files = { 'app.js': source, 'index.html': '<p>Hello, Ada!</p>' };
  const { verdict } = await judge.judge(labOf(CHECKS, { runner: 'dom', given }), files);
  expect(verdict?.results.map(({ ok }) => ok)).toEqual([true, true]);
}, 60_000);
