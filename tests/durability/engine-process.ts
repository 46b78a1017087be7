import { startEmbedded } from '#server/db/embedded/start-embedded';
import { createLog } from '#server/platform/log';

/** Holds an embedded server until it is told to stop: what the tests of the supervisor kill, start twice and move about. */
const [dataDir = '', address = 'http://localhost:1'] = process.argv.slice(2);
try {
  const engine = await startEmbedded({ dataDir, address, log: createLog('info') });
  process.on('SIGTERM', async () => {
    await engine.stop();
    process.stdout.write('stopped\n');
    process.exit(0);
  });
  engine.onState((state) => process.stdout.write(`state ${state}\n`));
  process.stdout.write('ready\n');
  setInterval(() => undefined, 60_000);
} catch (error) {
  process.stdout.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
