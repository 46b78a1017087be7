import { recoverCluster } from '#server/db/embedded/archive/recover-cluster';
import { createLog } from '#server/platform/log';

/** Recovers the database of a data folder, and kills itself after a line that begins with these words. */
const [dataDir = '', archive = '', base = '', to = '', last = ''] = process.argv.slice(2);
await recoverCluster({
  dataDir,
  archive,
  base,
  to: new Date(to),
  log: createLog('silent'),
  say: (line) => {
    if (line.startsWith(last)) process.kill(process.pid, 'SIGKILL');
  },
});
