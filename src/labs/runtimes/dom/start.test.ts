import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import type { DomProbe, DomStep } from '#domain/labs/lab-spec';
import { builtFile } from '../../player/built-files.ts';
import type { Runtime } from '../../runtime.ts';
import { startDom } from './start.ts';

const ROOT = join(import.meta.dirname, '../../../..');
let runtime: Runtime;
beforeAll(async () => {
  const wasm = readFileSync(
    join(ROOT, 'node_modules/@jitl/quickjs-ng-wasmfile-release-sync/dist/emscripten-module.wasm'),
  );
  runtime = await startDom(new WebAssembly.Module(wasm), readFileSync(builtFile(ROOT, 'page.js'), 'utf8'));
});

const FORM = `<form id="add"><label for="name">Name</label> <input id="name" name="name" required>
<select name="size"><option value="s">Small</option><option value="l">Large</option></select>
<input type="radio" name="pay" value="card" checked id="card"><input type="radio" name="pay" value="cash" id="cash">
<label id="gift">Gift <input type="checkbox" name="gift"></label>
<button>Add</button><button type="reset" id="reset">Clear</button></form>
<details><summary>More</summary></details><ul></ul>`;

interface Asked {
  readonly html?: string;
  readonly files?: Readonly<Record<string, string>>;
  readonly script: string;
  readonly steps?: readonly DomStep[];
  readonly select: string;
  readonly read?: DomProbe['read'];
}

async function ask({ files = {}, html = FORM, read = 'text', script, select, steps = [] }: Asked) {
  const all = {
    ...files,
    'index.html': `${html}<script type="module" src="app.js"></script>`,
    'app.js': script,
  };
  await runtime.ask({ op: 'load', files: all, ms: 2000 });
  return runtime.ask({ op: 'dom', page: 'index.html', steps, select, read, ms: 2000 });
}
const value = async (asked: Asked) => {
  const answer = await ask(asked);
  expect(answer.error).toBeUndefined();
  return answer.value;
};

describe('what a page is read by', () => {
  const script = `document.querySelector('ul').innerHTML = '<li class="a" data-x="1"> one\\n two </li><li>three</li>';`;
  test.each([
    ['count', 'li', 2],
    ['count', 'nav', 0],
    ['text', 'li', 'one two'],
    ['text', 'nav', null],
    ['texts', 'li', { t: 'array', v: ['one two', 'three'] }],
    ['html', 'ul', '<li class="a" data-x="1"> one\n two </li><li>three</li>'],
    ['value', '#name', ''],
    ['attribute:data-x', 'li', '1'],
    ['attribute:hidden', 'li', null],
  ] as const)('%s of %s', async (read, select, expected) => {
    expect(await value({ script, select, read })).toEqual(expected);
  });
});

describe('what steps do', () => {
  const log = `const ul = document.querySelector('ul');
const log = (text) => ul.insertAdjacentHTML('beforeend', '<li>' + text + '</li>');
const form = document.querySelector('form');\n`;
  const reported = (script: string, steps: readonly DomStep[]) =>
    value({ script: log + script, steps, select: 'ul', read: 'text' });

  test('a click reaches listeners on its way down and up, and says whose it is', async () => {
    const script = `for (const [name, node] of [['window', window], ['form', form], ['button', form.querySelector('button')]]) {
  node.addEventListener('click', function (e) { log(name + (this === e.currentTarget || this === globalThis || this === window)); e.preventDefault(); });
  node.addEventListener('click', () => log(name + '-capture'), { capture: true, once: true });
}`;
    const steps = [{ click: 'button' }, { click: 'ul' }];
    expect(await reported(script, steps)).toMatch(
      /^window-captureform-capture(?:button-capture)?buttontrue(?:button-capture)?formtruewindow\w+$/,
    );
  });

  test('typing is key by key, and replaces', async () => {
    const script = `const name = form.elements.name; name.value = 'x';
for (const type of ['focus', 'keydown', 'input', 'change']) name.addEventListener(type, (e) => log(type + (e.key ?? name.value)));`;
    expect(await reported(script, [{ type: '#name', text: 'Al' }])).toBe(
      'focusxinputkeydownAinputAkeydownlinputAlchangeAl',
    );
  });

  test('a form is submitted by its button unless something required is missing, with what it holds', async () => {
    const script = `form.addEventListener('submit', (e) => { e.preventDefault(); log([...new FormData(form)].flat().join()); });`;
    expect(await reported(script, [{ click: 'form button' }])).toBe('');
    const steps = [
      { type: '#name', text: 'Ada' },
      { type: 'select', text: 'Large' },
      { click: '#gift' },
      { click: '#cash' },
      { submit: 'form' },
    ];
    expect(await reported(script, steps)).toBe('name,Ada,size,l,pay,cash,gift,on');
    const cleared = [
      ...steps.slice(0, 4),
      { click: '#reset' },
      { type: '#name', text: 'Bo' },
      { submit: 'form' },
    ];
    expect(await reported(script, cleared)).toBe('name,Bo,size,s,pay,card');
  });

  test('of required radio buttons of one name, one has to be checked', async () => {
    const html = `<form><input type="radio" name="pay" value="card" required id="card"><input type="radio" name="pay" value="cash" required id="cash">
<input type="radio" name="size" value="s" required id="small"><button>Pay</button></form><form><input type="radio" name="size" checked></form><ul></ul>`;
    const script = `${log}form.addEventListener('submit', () => log(form.checkValidity()));
form.addEventListener('invalid', (e) => log(e.target.id), true);`;
    const pressed = (...ids: string[]) =>
      value({ html, script, steps: [...ids, 'button'].map((click) => ({ click })), select: 'ul' });
    expect(await pressed()).toBe('card');
    expect(await pressed('#cash')).toBe('small');
    expect(await pressed('#cash', '#small')).toBe('true');
  });

  test('boxes are found by their state, and a canceled click changes nothing', async () => {
    const script = `form.addEventListener('change', () => log(document.querySelectorAll('input:checked').length));
document.querySelector('#cash').onclick = (e) => e.preventDefault();`;
    const steps = [{ click: '#gift' }, { click: '#cash' }, { click: 'summary' }];
    expect(await reported(script, steps)).toBe('2');
    const open = { script: log + script, steps, select: 'details', read: 'attribute:open' } as const;
    expect(await value(open)).toBe('');
  });

  test('time passes by a step only', async () => {
    const script = `setTimeout(() => log('at once'), 0); setTimeout(() => log('later'), 300);
const every = setInterval(() => log('tick'), 100);`;
    expect(await reported(script, [])).toBe('at once');
    expect(await reported(script, [{ wait: 250 }])).toBe('at oncetickticK'.replace('K', 'k'));
    expect(await reported(script, [{ wait: 250 }, { wait: 50 }])).toBe('at onceticktick' + 'latertick');
  });

  test('promises are settled, and handlers in the page are run', async () => {
    const html = `<button onclick="event.target.nextElementSibling.append('inline')">x</button><ul></ul>`;
    const script = `const ul = document.querySelector('ul'); document.querySelector('button').addEventListener('click', async () => { await null; ul.append(' later'); });`;
    expect(await value({ html, script, steps: [{ click: 'button' }], select: 'ul' })).toBe('inline later');
  });
});

test('scripts run in their order, and import their neighbors', async () => {
  const html = `<body><p></p><script>document.querySelector('p').append('a')</script><script type="module">import { b } from './lib/b.js'; document.querySelector('p').append(b, document.readyState);
document.addEventListener('DOMContentLoaded', () => document.querySelector('p').append(' ready')); window.addEventListener('load', () => document.querySelector('p').append(' loaded'));</script>
<script type="application/json">{"no": "script"}</script><script src="c.js"></script>`;
  const files = {
    'lib/b.js': `import c from '../d.js'; export const b = 'b' + c;`,
    'd.js': `export default 'd';`,
    'c.js': `document.querySelector('p').append('c')`,
  };
  expect(await value({ html, files, script: '', select: 'p' })).toBe('abdinteractivec ready loaded');
});

test('texts are written by any of their names', async () => {
  const script = `const ul = document.querySelector('ul'); ul.innerText = 'a <b>'; ul.append(' ', ul.innerText);`;
  expect(await value({ script, select: 'ul', read: 'html' })).toBe('a &lt;b&gt; a &lt;b&gt;');
});

test('each question has the page as it is written', async () => {
  const script = `globalThis.opened = (globalThis.opened ?? 0) + 1; Array.prototype.map = () => ['spoilt']; document.body.append(opened);`;
  const asked = { html: '<p>x</p>', script, select: 'body', read: 'texts' } as const;
  const first = await ask(asked);
  expect(await ask(asked)).toEqual(first);
});

describe('what goes wrong is said', () => {
  test.each([
    ['a script', { script: '\nnull.x;', select: 'p' }, { name: 'TypeError', file: 'app.js', line: 2 }],
    [
      'a listener',
      {
        script: `document.querySelector('form').addEventListener('submit', (e) => {\n  e.nothing();\n});`,
        steps: [{ type: '#name', text: 'x' }, { submit: '#name' }],
        select: 'p',
      },
      { name: 'TypeError', file: 'app.js', line: 2 },
    ],
    [
      'a timer',
      { script: `setTimeout(() => {\n\n  missing();\n}, 10);`, steps: [{ wait: 20 }], select: 'p' },
      { name: 'ReferenceError', file: 'app.js', line: 3 },
    ],
    [
      'a listener that waits',
      {
        script: `document.querySelector('#card').addEventListener('click', async () => {\n  await null;\n  missing();\n});`,
        steps: [{ click: '#card' }],
        select: 'p',
      },
      { name: 'ReferenceError', file: 'app.js', line: 3 },
    ],
    [
      'a step',
      { script: '', steps: [{ click: '#gone' }], select: 'p' },
      { name: 'Error', message: 'Nothing in the page matches #gone' },
    ],
    [
      'a field',
      { script: '', steps: [{ type: 'ul', text: 'x' }], select: 'p' },
      { message: `ul doesn't take the text "x"` },
    ],
    [
      'a missing script',
      { html: '<script src="gone.js"></script>', script: '', select: 'p' },
      { message: "Cannot find the script 'gone.js'" },
    ],
    [
      'a line of the page',
      { html: '<p>a</p>\n<script>\nlet x = 1;\nx();\n</script>', script: '', select: 'p' },
      { name: 'TypeError', file: 'index.html', line: 4 },
    ],
  ] as [string, Asked, object][])('%s', async (_, asked, error) => {
    expect(await ask(asked)).toMatchObject({ error });
  });
});
