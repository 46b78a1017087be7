import { afterAll, afterEach, beforeAll, beforeEach, expect, vi } from 'vitest';

/** What a test says it expects on the console. */
const expected: RegExp[] = [];
let seen: string[] = [];

/** Announces a line that is part of what the test does; everything else on the console fails it. */
export function expectConsole(line: RegExp): void {
  expected.push(line);
}

/** The next version of the driver refuses what this one only warns of, once in a process. */
const warned: string[] = [];
const onWarning = ({ message, name, stack }: Error) => {
  if (name === 'DeprecationWarning' && message.includes('client.query()')) warned.push(stack ?? message);
};
beforeAll(() => void process.on('warning', onWarning));
afterAll(() => void process.off('warning', onWarning));

/** Node's own: a server of an earlier file of this worker has put lighter ones in their place, which browsers do not have. */
const worker = globalThis as { lecternNatives?: object };
worker.lecternNatives ??= { Request, Response };
beforeAll(() => void Object.assign(worker, worker.lecternNatives));

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
  expect(warned.splice(0)).toEqual([]);
  expect(seen.filter((line) => !expected.some((pattern) => pattern.test(line)))).toEqual([]);
});
