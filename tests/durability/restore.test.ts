import { randomUUID } from 'node:crypto';
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, inject } from 'vitest';
import { createDatabase, dropDatabase, test } from '#tests/kit/database';
import {
  addressOf,
  backUp,
  connectionOf,
  fillSchool,
  fingerprint,
  freshName,
  scratchFolder,
  withoutSecrets,
} from '#tests/kit/filled-school';
import { startScript } from '#tests/kit/process';

const ROUNDS = process.env.PROVE ? 40 : 2;
const SCRIPT = join(import.meta.dirname, '../../src/server/cli/lectern.ts');

test(
  `a restore that is killed, ${ROUNDS} times at different moments, leaves the old school or has made the new one`,
  async ({ ownDb }) => {
    const folder = scratchFolder();
    const database = await createDatabase(inject('database'), freshName('killed'));
    const target = { ...inject('database'), database };
    try {
      const school = await fillSchool(ownDb, folder.path);
      await ownDb.pool.query(
        `insert into audit_log (actor_kind, action, entity, after)
         select 'system', 'filling', 'x', jsonb_build_object('n', n) from generate_series(1, 60000) n`,
      );
      const file = join(folder.path, 'school.backup');
      await backUp(ownDb, school, file);
      const dataDir = join(folder.path, 'data');
      mkdirSync(join(dataDir, 'uploads'), { recursive: true });
      writeFileSync(join(dataDir, 'uploads', 'old.webp'), 'old');
      writeFileSync(join(dataDir, 'uploads', `.${randomUUID()}.part`), 'half of a file');
      const before = await fingerprint(target);
      const after = withoutSecrets(await fingerprint(await connectionOf(ownDb)));
      const env = { DATA_DIR: dataDir, DATABASE_URL: addressOf(target) };
      for (let round = 0; round < ROUNDS; round += 1) {
        const restore = startScript(SCRIPT, ['restore', file, '--replace'], { env });
        await restore.says(/is complete/);
        await wait((round * 997) % 700);
        await restore.kill('SIGKILL');
        const now = await fingerprint(target);
        expect([before, after]).toContainEqual(now);
        if (JSON.stringify(now) === JSON.stringify(before))
          expect(readdirSync(join(dataDir, 'uploads'))).toContain('old.webp');
      }
      const restore = startScript(SCRIPT, ['restore', file, '--replace'], { env });
      expect(await restore.ended, restore.output()).toBe(0);
      expect(await fingerprint(target)).toEqual(after);
      expect(readdirSync(join(dataDir, 'uploads'))).toEqual(readdirSync(school.uploads));
    } finally {
      await dropDatabase(inject('database'), database);
      folder.remove();
    }
  },
  120_000 + ROUNDS * 10_000,
);
