/**
 * Judges labs on another machine: the same loop as in the server, on the same database. It serves no pages and keeps
 * nothing; learners' code then runs where the school's files and keys are not.
 */
import { hostname } from 'node:os';
import { type Config, parseConfig } from '#server/config';
import { openDatabase } from '#server/db/client';
import { externalConnections, poolOptions } from '#server/db/connections/external-connections';
import { pendingMigrations } from '#server/db/migrating/pending-migrations';
import { listenForNotifications } from '#server/db/notifications';
import { startWokenLoop } from '#server/jobs/woken-loop';
import { systemClock } from '#server/platform/clock';
import { probeIsolation } from '#server/platform/judge/isolation';
import { createLog } from '#server/platform/log';
import { explainFault } from '#server/start/explain-fault';
import { openReporter } from '#server/start/open-reporter';
import { startJudging } from '#server/start/start-judging';
import { stopAll, stopWithinMs } from '#server/start/stop-all';
import { stopOnSignal } from '#server/start/stop-on-signal';

const REPORT_MS = 15_000;

async function runJudge(): Promise<void> {
  try {
    await judgeUntilStopped(parseConfig(process.env));
  } catch (error) {
    process.stderr.write(`\n${explainFault(error, process.env.LOG_LEVEL === 'debug')}\n`);
    process.exitCode = 1;
  }
}

/** Judges until the process is told to stop; resolves once it has started. */
export async function judgeUntilStopped(config: Config): Promise<void> {
  stopOnSignal(await startJudge(config), stopWithinMs(config));
  const { level } = probeIsolation([config.dataDir]);
  process.stdout.write(`Lectern judges labs: isolation level ${level}, ${config.labSlots} at a time\n`);
}

/** Starts to judge; answers how to stop. Throws when nothing is to be judged here, or the database is not ready for it. */
async function startJudge(config: Config): Promise<() => Promise<void>> {
  const { labSlots, labs } = config;
  if (labs !== 'on') throw new Error(`LABS is ${labs}: nothing is judged. Set LABS to on.`);
  if (labSlots === 0) throw new Error('LAB_SLOTS is 0: nothing is judged here. Set it to 1 or more.');
  const connections = await externalConnections(config);
  if (connections === undefined)
    throw new Error('Set DATABASE_URL to the database of the school: a judge has none of its own.');
  const log = createLog(config.logLevel);
  const heard = await listenForNotifications({
    connection: connections.direct,
    channels: ['labs'],
    log,
    name: `lectern judge pid ${process.pid} on ${hostname()}`,
  });
  try {
    const pending = await pendingMigrations(connections.direct);
    if (pending.length > 0)
      throw new Error(
        `The database is older than this judge: ${pending[0]} hasn't run. Start the server first.`,
      );
  } catch (error) {
    await heard.stop();
    throw error;
  }
  const db = openDatabase({
    ...poolOptions(config),
    connection: connections.queries,
    log,
    maxConnections: labSlots + 1,
  });
  const judging = await startJudging({ clock: systemClock, config, db, log }, heard);
  // It serves nobody: what it could not do without shows in the queue.
  const reporter = openReporter({ config, db }, 'judge', { look: async () => [] });
  const reporting = startWokenLoop(() => reporter.report(), {
    pollMs: REPORT_MS,
    onFailure: (error) => log.warn({ message: String(error) }, "the judge couldn't report how it is"),
  });
  const stops = [
    () => judging.stop(),
    () => reporting.stop(),
    () => reporter.leave(),
    () => db.close(),
    () => heard.stop(),
  ];
  return () => stopAll(stops, { drain: config, log });
}

if (import.meta.main) await runJudge();
