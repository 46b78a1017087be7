import { expect, test } from 'vitest';
import { checkLabs } from './check-labs.ts';

const config = { dataDir: '/nowhere', labSlots: 2, labs: 'on' as const };

test('the level of isolation is told, and the weakest one is a fault with its remedy', () => {
  expect(checkLabs(config, () => 'B')).toEqual({ ok: true, what: 'labs: isolation level B, 2 at a time' });
  expect(checkLabs(config, () => 'C')).toMatchObject({
    ok: false,
    remedy: expect.stringContaining('LABS=browser-only'),
  });
});

test('where no lab is judged, nothing is probed', () => {
  const probe = () => {
    throw new Error('probed');
  };
  expect(checkLabs({ ...config, labs: 'browser-only' }, probe).ok).toBe(true);
  expect(checkLabs({ ...config, labSlots: 0 }, probe).ok).toBe(true);
});
