import { existsSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import type { DomStep } from '#domain/labs/lab-spec';
import type { Answer } from '#domain/labs/question';
import { probeIsolation } from '#server/platform/judge/isolation';
import { PlayerProcess, type ProcessOptions } from '#server/platform/judge/player-process';
import { asking, GOT, load, PWNED, REACHES } from './hostile-pages.ts';

const COSTS: Readonly<Record<string, string>> = {
  'loops without end': 'for (;;);',
  'loops in a listener': `document.querySelector('button').addEventListener('click', () => { for (;;); });`,
  'loops in a timer': `setTimeout(() => { for (;;); }, 10);`,
  'starts timers without end': `const again = () => setTimeout(again, 0); again();`,
  'ticks without end': `for (let i = 0; i < 1000; i++) setInterval(() => document.body.append('x'), 1);`,
  'loops in promises': `const again = () => Promise.resolve().then(again); again();`,
  'loops in animation': `const again = () => { document.body.append('x'); requestAnimationFrame(again); }; again();`,
  'sends itself events': `document.body.addEventListener('x', () => document.body.dispatchEvent(new Event('x'))); document.body.dispatchEvent(new Event('x'));`,
  'clicks itself': `document.querySelector('button').addEventListener('click', (event) => event.target.click());`,
  'watches itself': `new window.MutationObserver(() => document.body.append('x')).observe(document.body, { childList: true }); document.body.append('x');`,
  'sends a form for ever': `document.body.innerHTML += '<form><button>x</button></form>'; document.querySelector('form').addEventListener('submit', (event) => event.target.requestSubmit()); document.querySelector('form').requestSubmit();`,
  'is a million elements': `document.body.innerHTML = '<p>x</p>'.repeat(1e6);`,
  'is a hundred thousand levels deep': `document.body.innerHTML = '<div>'.repeat(1e5) + 'x';`,
  'nests elements one by one': `let at = document.body; for (;;) { const next = document.createElement('div'); at.append(next); at = next; if (!(at.id = 'x')) break; }`,
  'doubles itself': `for (;;) document.body.innerHTML += document.body.innerHTML;`,
  'doubles a text': `let text = 'xxxxxxxx'; for (;;) document.body.textContent = text += text;`,
  'has attributes without end': `for (let i = 0; ; i++) document.body.setAttribute('a' + i, 'x'.repeat(1000));`,
  'adds listeners without end': `for (;;) document.body.addEventListener('x', () => {});`,
  'asks by a costly selector': `document.body.innerHTML = '<div>'.repeat(300) + '<i>x'; document.querySelectorAll('*:has(*:has(*:has(*)))'); document.querySelector(':not('.repeat(5000) + 'x' + ')'.repeat(5000));`,
  'matches for ever': `/^(a+)+$/.test('a'.repeat(40) + '!');`,
  'answers a long text': `document.body.innerHTML = ('<p>' + 'x'.repeat(60000) + '</p>').repeat(200);`,
  'calls itself': `const again = () => again(); again();`,
  'prints without end': `for (;;) console.log('x'.repeat(1000));`,
};

async function begin(options: Partial<ProcessOptions> = {}): Promise<PlayerProcess> {
  const player = await PlayerProcess.start('dom', { isolation: probeIsolation([]), ...options });
  if (!player) throw new Error('The player did not start');
  return player;
}
const STEPS: readonly DomStep[] = [{ click: 'button' }, { wait: 60_000 }];

describe.each([
  ['shut in', false],
  ['without the permissions of Node.js', true],
])('a player of pages, %s', (_, withoutPermissions) => {
  test('reaches nothing of the machine', async () => {
    const player = await begin({ withoutPermissions });
    for (const [name, script] of Object.entries(REACHES)) {
      await player.ask(load(GOT + script), 2000);
      const { error, value } = (await player.ask(asking([], 2000), 3000)) as Answer;
      // What is not there is an error of the page, or nothing.
      expect([name, error === undefined ? value : null]).toEqual([name, null]);
      expect([name, error?.name]).not.toEqual([name, expect.stringMatching(/Died|Timeout|Garbled/)]);
    }
    expect(existsSync(PWNED)).toBe(false);
    expect(player.isAlive).toBe(true);
    player.kill('Died');
  }, 60_000);
});

test('whatever it costs, a player of pages is ended within its limits, and the next page is as new', async () => {
  let player = await begin();
  const ends: Record<string, string> = {};
  for (const [name, script] of Object.entries(COSTS)) {
    if (!player.isAlive) player = await begin();
    await player.ask(load(script), 2000);
    const began = Date.now();
    const answer = (await player.ask(asking(STEPS, 200), 1200)) as Answer;
    expect([name, Date.now() - began < 1800]).toEqual([name, true]);
    expect([name, JSON.stringify(answer).length < 300_000]).toEqual([name, true]);
    expect([name, player.peakMb < 300]).toEqual([name, true]);
    ends[name] = answer.error?.name ?? 'none';
    if (ends[name] === 'Died') player.kill('Died');
    if (!player.isAlive) continue;
    await player.ask(load(''), 2000);
    const { error, value } = (await player.ask(asking(STEPS, 2000), 3000)) as Answer;
    expect([name, error, value]).toEqual([name, undefined, null]);
  }
  player.kill('Died');
  expect(ends).toMatchObject({
    'loops without end': 'Timeout',
    'loops in a listener': 'Timeout',
    'loops in a timer': 'Timeout',
    'starts timers without end': 'Timeout',
    'sends itself events': expect.stringMatching(/^(?:RangeError|InternalError)$/),
    'matches for ever': 'Timeout',
    'calls itself': expect.stringMatching(/^(?:RangeError|InternalError)$/),
  });
  const known = /^(?:none|Timeout|Died|OutOfMemory|RangeError|InternalError|SyntaxError|Error)$/;
  expect(Object.entries(ends).filter(([, end]) => !known.test(end))).toEqual([]);
}, 120_000);
