import { carryOver } from '#server/db/embedded/carry-over/carry-over';
import { createLog } from '#server/platform/log';

/** Carries a data folder over, and kills itself after a line that begins with these words. */
const [dataDir = '', oldNative = '', last = ''] = process.argv.slice(2);
const kept = await carryOver({
  dataDir,
  oldNative,
  log: createLog('silent'),
  say: (line) => {
    if (last !== '' && line.startsWith(last)) process.kill(process.pid, 'SIGKILL');
  },
});
process.stdout.write(kept);
