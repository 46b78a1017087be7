import { chownSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { otherOwnerOf } from './restore.ts';

test.runIf(process.getuid?.() === 0)(
  'a restore by root into the folder of another user says what to do',
  () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'lectern-owner-'));
    onTestFinished(() => rmSync(dataDir, { recursive: true }));
    expect(otherOwnerOf(dataDir)).toBeNull();
    expect(otherOwnerOf(join(dataDir, 'none'))).toBeNull();
    chownSync(dataDir, 65_534, 65_533);
    expect(otherOwnerOf(dataDir)).toContain(`chown -R 65534:65533 ${dataDir}`);
    expect(otherOwnerOf(dataDir, 65_534)).toBeNull();
  },
);
