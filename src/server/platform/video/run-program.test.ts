import { expect, test } from 'vitest';
import { runProgram } from './run-program.ts';

test('a program gives way from its first moment on', async () => {
  const { signal } = new AbortController();
  const run = () => runProgram({ program: 'nice', args: [], cwd: '/', timeoutMs: 10_000, signal });
  const said = new Set<string>();
  for (let round = 1; round <= 30; round += 1) said.add((await run()).trim());
  expect([...said]).toEqual(['19']);
});
