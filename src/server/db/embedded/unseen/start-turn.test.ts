import { existsSync, mkdtempSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ownSign } from './signs-of-life.ts';
import { inStartTurn } from './start-turn.ts';

let dataDir = '';
let file = '';
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'lectern-turn-'));
  file = join(dataDir, 'database-start.json');
});
afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

/** What a process that was killed has left. */
const leave = (changes: object) =>
  writeFileSync(file, JSON.stringify({ ...ownSign(), name: 'left', ...changes }));

const catchFrom = (work: () => void): string => {
  try {
    work();
    return 'nothing';
  } catch (error) {
    return String(error);
  }
};

test.for(['on a new folder', 'where a process that was killed had the turn'])(
  'of several starts at the same moment %s, one has the turn at a time, and each gets it',
  async (where) => {
    if (where !== 'on a new folder') leave({ pid: 4_000_001 });
    let atOnce = 0;
    let most = 0;
    const done = await Promise.all(
      [1, 2, 3, 4].map((number) =>
        inStartTurn(dataDir, `start ${number}`, async (turn) => {
          atOnce += 1;
          most = Math.max(most, atOnce);
          await wait(100);
          atOnce -= 1;
          return !turn.isLost();
        }),
      ),
    );
    expect([most, done]).toEqual([1, [true, true, true, true]]);
    expect(existsSync(file)).toBe(false);
  },
);

test('a start that takes long is named to the next one, and goes on', async () => {
  const first = inStartTurn(dataDir, 'lectern pid 1 on http://localhost:1', async (turn) => {
    await wait(1500);
    return !turn.isLost();
  });
  await expect(inStartTurn(dataDir, 'the second', async () => null, 500)).rejects.toThrow(
    `${dataDir} is in use by lectern pid 1 on http://localhost:1. Stop it first`,
  );
  expect(await first).toBe(true);
});

test('one of another container keeps the turn for as long as it gives signs of life', async () => {
  leave({ namespace: 'pid:[1] of another machine', name: 'lectern pid 1 on http://localhost:7' });
  const beating = setInterval(() => utimesSync(file, new Date(), new Date()), 300);
  await expect(inStartTurn(dataDir, 'the second', async () => null, 500)).rejects.toThrow(
    'in use by lectern pid 1 on http://localhost:7',
  );
  clearInterval(beating);
  expect(await inStartTurn(dataDir, 'the third', async () => 'started', 500)).toBe('started');
}, 20_000);

test('a turn that another process took over is not given back in its place', async () => {
  const held = await inStartTurn(dataDir, 'the first', async (turn) => {
    leave({ name: 'the one that took over' });
    return !turn.isLost();
  });
  expect([held, existsSync(file)]).toEqual([false, true]);
});

test('who lost the turn says so by the name of the other, also once that one is done, and gives no signs of life for it', async () => {
  const said = await inStartTurn(dataDir, 'the first', async ({ refuseLost }) => {
    refuseLost();
    leave({ name: 'the one that took over' });
    const before = statSync(file).mtimeMs;
    await wait(1200);
    expect(statSync(file).mtimeMs).toBe(before);
    const during = catchFrom(refuseLost);
    rmSync(file);
    return [during, catchFrom(refuseLost)];
  });
  expect(said[0]).toContain('in use by the one that took over. Stop it first');
  expect(said[1]).toContain('in use by a process that has started its database meanwhile.');
});
