import { afterEach, beforeEach, expect, test } from 'vitest';
import { visibleChecks } from '#domain/labs/visible-checks';
import { shellLabOf } from '#tests/kit/labs';
import { openLabPage } from '#tests/kit/web/lab-page';
import { TypedShell } from './typed-shell.ts';

let page: ReturnType<typeof openLabPage>;
beforeEach(() => {
  page = openLabPage();
});
afterEach(() => page.close());

test('a terminal that is closed while its worker starts leaves no frame', async () => {
  const stop = new AbortController();
  page.reach = (point) => {
    if (point === 'worker') stop.abort();
    return point === 'worker';
  };
  await expect(TypedShell.open(visibleChecks(shellLabOf([])), stop.signal)).rejects.toThrow();
  expect(page.standing.size).toBe(0);
});
