import { afterEach, beforeEach, expect, vi } from 'vitest';

/** What a test says it expects on the console. */
const expected: RegExp[] = [];
let seen: string[] = [];

/** Announces a line that is part of what the test does; everything else on the console fails it. */
export function expectConsole(line: RegExp): void {
  expected.push(line);
}

beforeEach(() => {
  expected.length = 0;
  seen = [];
  for (const method of ['error', 'warn'] as const) {
    vi.spyOn(console, method).mockImplementation((...words: unknown[]) => {
      seen.push(words.map(String).join(' '));
    });
  }
});

afterEach(() => {
  vi.restoreAllMocks();
  expect(seen.filter((line) => !expected.some((pattern) => pattern.test(line)))).toEqual([]);
});
