import { expect, test } from 'vitest';
import { serverLog } from './server-log.ts';

const FAILED = 'LOG:  archive command failed with exit code 1';

test('a failing archive is loud with its reason, and again after ten minutes; a panic always is', () => {
  const loud: unknown[] = [];
  let now = 0;
  const onLine = serverLog(
    { error: (fields: unknown) => loud.push(fields), debug: () => undefined },
    () => now,
  );
  const reason = "cp: cannot create regular file '/backups/x.partial': Read-only file system";
  const fail = () => {
    onLine(reason);
    onLine(FAILED);
  };
  fail();
  fail();
  onLine('LOG:  checkpoint complete');
  now = 10 * 60_000;
  fail();
  onLine('PANIC:  could not write');
  onLine('PANIC:  could not write');
  const panic = { line: 'PANIC:  could not write' };
  expect(loud).toEqual([{ line: FAILED, reason }, { line: FAILED, reason }, panic, panic]);
});
