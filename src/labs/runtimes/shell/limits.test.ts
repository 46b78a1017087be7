import { expect, test } from 'vitest';
import { limitOf, plainWords } from './limits.ts';

test.each([
  [126, 'bash: script exceeded execution deadline (1000ms)', 'Timeout'],
  [124, 'bash: sleep exceeded its execution deadline', 'Timeout'],
  [126, 'bash: too many commands executed (>20000), increase executionLimits.maxCommandCount', 'Endless'],
  [126, 'sed: sed: command execution exceeded maximum iterations (10000)', 'Endless'],
  [126, 'bash: f: maximum recursion depth (100) exceeded, increase executionLimits.maxCallDepth', 'TooDeep'],
  [126, 'bash: word expansion: string length limit exceeded (1048576 bytes)', 'TooMuch'],
  [126, 'bash: total output size exceeded (>1048576 bytes)', 'TooMuch'],
  [126, 'bash: ./a.sh: Permission denied', undefined],
  [1, 'too many commands executed', undefined],
])('an end with %i and %j is %s', (exit, stderr, name) => {
  expect(limitOf(exit, `first\n${stderr}\n`)?.name).toBe(name);
});

test('learners read no advice for those who build a shell', () => {
  const said =
    "bash: tar: command not available in browser environments. Exclude 'tar' from your commands.\nbash: x, increase executionLimits.maxCallDepth\n";
  expect(plainWords(said)).toBe('bash: tar: command not found\nbash: x\n');
});
