import { spawnSync } from 'node:child_process';
import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, vi } from 'vitest';
import { makeReadyFolder } from '#tests/kit/run/ready-folders';
import { clusterOf, isRoot, test, untilExists } from './engines.ts';

/** As containers have them: numbers of processes and pieces of memory of their own. */
const APART = ['--pid', '--ipc', '--mount', '--fork', '--kill-child', '--mount-proc'];
const canBeApart = isRoot && spawnSync('unshare', [...APART, 'true']).status === 0;

test.runIf(canBeApart)(
  'of two containers that start on one data folder, where neither sees the socket of the other, one serves',
  { timeout: 60_000 },
  async ({ scratch, start }) => {
    const dataDir = join(scratch, 'a'.repeat(60), 'b'.repeat(60));
    mkdirSync(join(dataDir, '..'), { recursive: true, mode: 0o711 });
    await makeReadyFolder(dataDir);
    // Its server takes seconds until it is ready, as after a crash.
    const cluster = clusterOf(dataDir);
    appendFileSync(join(cluster, 'postgresql.auto.conf'), "restore_command = 'sleep 3; false'\n");
    writeFileSync(join(cluster, 'recovery.signal'), '');
    // Each has its own /run, where root keeps sockets that don't fit.
    const apart = ['unshare', ...APART, 'sh', '-c', 'mount -t tmpfs tmpfs /run && exec "$@"', 'sh'];
    const first = start(dataDir, { through: apart });
    await untilExists(join(cluster, 'postmaster.pid'));
    const second = start(dataDir, { through: apart });
    try {
      await vi.waitUntil(() => /^ready$|in use by/m.test(second.output()), 40_000);
      expect(second.output()).toMatch(
        /in use by (?:lectern pid \d+ on http:\/\/localhost:1|a process of another container)\. Stop it first/,
      );
      await first.says(/^ready$/m);
    } finally {
      // With all that they hold: what starts them hears nothing else.
      for (const each of [first, second]) await each.kill('SIGKILL');
    }
  },
);
