import { type Config, parseConfig } from '#server/config';
import { installLightWeb } from '#server/http/light/install-light-web';
import { createLog } from '#server/platform/log';
import { settleMemory, startCompilers } from '#server/settle-memory';
import { explainFault } from '#server/start/explain-fault';
import { type Engine, startEngine } from '#server/start/start-engine';
import type { OnStop, Started, StartOptions } from '#server/start/start-parts';
import { stopAll, stopWithinMs } from '#server/start/stop-all';
import { stopOnSignal } from '#server/start/stop-on-signal';

/** The process: settings from the environment, a line that says where, an orderly end on SIGTERM and SIGINT. */
export async function runServer(env: NodeJS.ProcessEnv, options: StartOptions): Promise<void> {
  installLightWeb();
  try {
    const config = parseConfig(env);
    if (config.roles.every((role) => role === 'judge')) {
      startCompilers();
      return await (await import('#server/judge')).judgeUntilStopped(config);
    }
    const started = Promise.withResolvers<() => Promise<void>>();
    // Whoever is answered may ask it to stop before all of it has started: it ends in order then, too.
    const onListening = () => stopOnSignal(async () => (await started.promise)(), stopWithinMs(config));
    const { address, stop, welcome } = await startServer(config, { ...options, onListening });
    started.resolve(stop);
    settleMemory({ serves: config.roles.includes('web') });
    process.stdout.write(`\nLectern is ready: ${address}\n${welcome ?? ''}\n`);
  } catch (error) {
    process.stderr.write(`\n${explainFault(error, env.LOG_LEVEL === 'debug')}\n`);
    process.exitCode = 1;
  }
}

/** Starts everything in order, the database first; stopping goes the other way, the database last. */
async function startServer(
  config: Config,
  options: StartOptions,
): Promise<Started & { stop: () => Promise<void> }> {
  const log = createLog(config.logLevel);
  const stops: (() => Promise<unknown>)[] = [];
  let engine: Engine | undefined;
  const stop = async () => {
    await stopAll(stops.splice(0).reverse(), { drain: config, log });
    await engine?.stop();
  };
  const onStop: OnStop = (each) => stops.push(each);
  try {
    const spawned = Promise.withResolvers<void>();
    const starting = startEngine(config, log, spawned.resolve);
    // Reading our own code takes as long as starting the database server: both at once.
    const code = Promise.race([spawned.promise, starting]).then(() => import('#server/start/start-parts'));
    code.catch(() => undefined);
    engine = await starting;
    const { startParts } = await code;
    return { ...(await startParts({ config, engine, log }, options, onStop)), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
