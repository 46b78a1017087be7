import { expect, test } from 'vitest';
import { diskState } from './disk-state.ts';

const GB = 1024 ** 3;

test.for([
  ['a large disk with room', 100, 1000, 'ok'],
  ['a large disk at 5 GB', 5, 1000, 'ok'],
  ['a large disk below 5 GB', 4.9, 1000, 'low'],
  ['a disk of 20 GB with a tenth left', 2, 20, 'ok'],
  ['a disk of 20 GB with less than a tenth left', 1.9, 20, 'low'],
  ['a small disk below 1 GB', 0.9, 4, 'low'],
  ['a small disk at 1 GB', 1, 4, 'ok'],
  ['256 MB', 0.25, 100, 'low'],
  ['less than 256 MB', 0.249, 100, 'full'],
  ['nothing', 0, 100, 'full'],
] as const)('%s', ([, free, total, state]) => {
  expect(diskState({ free: free * GB, total: total * GB })).toBe(state);
});
