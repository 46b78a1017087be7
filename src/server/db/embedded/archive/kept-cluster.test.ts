import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { forgetKept, halfRecoveredIn, noteKept } from './kept-cluster.ts';

test('a recovery that was cut off names the database that it moved, and not those of earlier recoveries', () => {
  const home = mkdtempSync(join(tmpdir(), 'lectern-kept-'));
  onTestFinished(() => rmSync(home, { recursive: true }));
  const cluster = join(home, '18');
  const [earlier, kept] = [`${cluster}-before-a`, `${cluster}-before-b`];
  for (const folder of [cluster, earlier]) {
    mkdirSync(folder);
    writeFileSync(join(folder, 'PG_VERSION'), '18\n');
  }
  expect(halfRecoveredIn(cluster)).toBeNull();
  noteKept(cluster, kept);
  expect(halfRecoveredIn(cluster)).toBeNull();
  renameSync(cluster, kept);
  expect(halfRecoveredIn(cluster)).toContain(`after it had moved it to ${kept}. Nothing was changed.`);
  // An earlier release left no note.
  forgetKept(cluster);
  expect(halfRecoveredIn(cluster)).toMatch(/-before-[ab] or \S+-before-[ab]\. Nothing was changed\./);
});
