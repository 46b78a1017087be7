import type { RequestListener, Server } from 'node:http';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { type Config, parseConfig } from '#server/config';
import { ContentVersion } from '#server/db/content-version';
import type { Notifications } from '#server/db/notifications';
import type { CommentEvents } from '#server/http/comment-events';
import type { WebApp } from '#server/http/pages/web-app';
import { systemClock } from '#server/platform/clock';
import { storeHealth } from '#server/platform/health/store-health';
import { authorJudge } from '#server/platform/judge/author-judge';
import { createLog } from '#server/platform/log';
import { outboxOf } from '#server/platform/open-mailer';
import { openSendNow } from '#server/platform/open-send-now';
import { openSignIns } from '#server/platform/open-sign-ins';
import { openStorage } from '#server/platform/open-storage';
import { isTestKeyInUse, openPayments } from '#server/platform/payments/open-payments';
import { type Readiness, watchReadiness } from '#server/readiness';
import type { Services } from '#server/services';
import { settleMemory } from '#server/settle-memory';
import { settingsStore } from '#server/site-settings';
import { addressOf } from '#server/start/address-of';
import { openBuiltApp, versionOf } from '#server/start/built-app';
import { explainFault } from '#server/start/explain-fault';
import { prepareSchool } from '#server/start/prepare-school';
import { type Engine, startEngine } from '#server/start/start-engine';
import { startRelays } from '#server/start/start-relays';
import { stopOnSignal } from '#server/start/stop-on-signal';

const BUILD = join(import.meta.dirname, '..', '..', 'build');
/** The sample courses, as folders. */
const CONTENT = join(import.meta.dirname, '..', '..', 'content');

/** What the development server does otherwise. */
export interface StartOptions {
  /** The web app; left out: the built one, if there is one. */
  readonly web?: () => Promise<WebApp>;
  readonly wrap?: (app: RequestListener, server: Server) => RequestListener;
  readonly beforeStop?: () => Promise<void>;
}

interface Started {
  readonly address: string;
  /** Said once, on the very first start: how to sign in as administrator. */
  readonly welcome: string | null;
}

/** Says how to stop what has just been started; what was started last is stopped first. */
type OnStop = (stop: () => Promise<unknown>) => void;

/** The process: settings from the environment, a line that says where, an orderly end on SIGTERM and SIGINT. */
export async function runServer(options: StartOptions = {}): Promise<void> {
  try {
    const { address, stop, welcome } = await startServer(parseConfig(process.env), options);
    stopOnSignal(stop);
    settleMemory();
    process.stdout.write(`\nLectern is ready: ${address}\n${welcome ?? ''}\n`);
  } catch (error) {
    process.stderr.write(`\n${explainFault(error, process.env.LOG_LEVEL === 'debug')}\n`);
    process.exitCode = 1;
  }
}

/** Starts everything in order, the database first; stopping goes the other way, the database last. */
async function startServer(
  config: Config,
  options: StartOptions,
): Promise<Started & { stop: () => Promise<void> }> {
  const stops: (() => Promise<unknown>)[] = [];
  const stop = async () => {
    for (const each of stops.splice(0).reverse()) await each();
  };
  try {
    return { ...(await startParts(config, options, (each) => stops.push(each))), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function startParts(config: Config, options: StartOptions, onStop: OnStop): Promise<Started> {
  const log = createLog(config.logLevel);
  // Reading our own code takes as long as starting the database: both at once.
  const code = loadCode();
  const engine = await startEngine(config, log);
  onStop(() => engine.stop());
  const { listenForNotifications, migrate, openDatabase } = await code;
  const { connection } = engine;
  // First of all, because it keeps a restore away from this database.
  const heard = await listenForNotifications({
    connection,
    channels: ['content', 'mail', 'notice', 'comments', 'billing', 'labs', 'chores'],
    log,
    name: `lectern pid ${process.pid} on ${addressOf(config, config.port)}`,
  });
  onStop(() => heard.stop());
  await migrate(connection);
  const db = openDatabase({ connection, log, slowStatementMs: config.slowStatementMs });
  onStop(() => db.close());
  const tracer = await openTracer(config, log);
  if (tracer) onStop(() => tracer.stop());
  const judge = config.labs === 'on' ? openAuthorJudge(config) : undefined;
  if (judge) onStop(() => judge.close());
  const services = await openServices(config, { db, heard, judge, log, tracer });
  const welcome = await prepareSchool(services, { build: BUILD, content: CONTENT });
  const content = new ContentVersion();
  heard.on('content', () => content.bump());
  for (const relay of await startRelays(services, heard)) onStop(() => relay.stop());
  const address = await serve({ services, engine, heard, content }, options, onStop);
  if (isTestKeyInUse(config)) log.warn('STRIPE_SECRET_KEY is a test key: no payment is real');
  return { address, welcome };
}

async function loadCode() {
  const [client, migrations, notifications, app, listening] = await Promise.all([
    import('#server/db/client'),
    import('#server/db/migrating/migrate'),
    import('#server/db/notifications'),
    import('#server/http/app'),
    import('#server/http/listen'),
  ]);
  return { ...client, ...migrations, ...notifications, ...app, ...listening };
}

/** What every verb may use, with the real adapters to the outside world. */
async function openServices(
  config: Config,
  {
    db,
    heard,
    judge,
    log,
    tracer,
  }: Pick<Services, 'db' | 'judge' | 'log' | 'tracer'> & { heard: Notifications },
): Promise<Services> {
  return {
    config,
    db,
    clock: systemClock,
    log,
    storage: await openStorage(config),
    settings: settingsStore(db, () => heard.isConnected()),
    signIns: openSignIns(config.signIns, systemClock),
    payments: await openPayments(config),
    judge,
    tracer,
    sendNow: openSendNow(config),
  };
}

/** Who records traces where a collector is set. */
async function openTracer({ tracing }: Config, log: Services['log']) {
  if (!tracing) return undefined;
  const { otlpTracer } = await import('#server/platform/tracing/otlp-tracer');
  const { productVersion } = await import('#server/product-version');
  const resource = {
    'service.name': tracing.service,
    'service.version': productVersion(),
    'service.instance.id': `${hostname()}:${process.pid}`,
  };
  return otlpTracer({ settings: tracing, resource, log });
}

/** Authors of labs run what they write on this machine, also where another one judges learners. */
function openAuthorJudge({ dataDir }: Config) {
  return authorJudge(async () => {
    const { openJudge } = await import('#server/platform/judge/open-judge');
    return openJudge({ hide: [dataDir] });
  });
}

interface Parts {
  readonly services: Services;
  readonly engine: Engine;
  readonly heard: Notifications;
  readonly content: ContentVersion;
}

/** Listens for requests, and does the housekeeping beside them; answers the address. */
async function serve(
  { content, engine, heard, services }: Parts,
  options: StartOptions,
  onStop: OnStop,
): Promise<string> {
  const { config } = services;
  const { createApp, listen } = await loadCode();
  const web = options.web ? await options.web() : await openBuiltApp(BUILD);
  const { CommentEvents } = await import('#server/http/comment-events');
  const commentEvents = new CommentEvents({ services });
  commentEvents.listen(heard);
  let isStopping = false;
  // Requests that still run may need it: it stops after them.
  onStop(async () => (await import('#server/markdown/render-markdown')).stopRenderer());
  const isDiskFull = () => engine.state() === 'disk-full';
  const readiness = watchReadiness(services, { isDiskFull, store: storeHealth(services.storage) });
  const app = createApp({
    services,
    content,
    commentEvents,
    readiness,
    hearsChanges: () => heard.isConnected(),
    isDiskFull,
    isStopping: () => isStopping,
    outbox: config.smtpUrl ? null : outboxOf(config),
    version: await versionOf(BUILD, systemClock),
    web,
  });
  const listening = await listen(app, {
    host: config.host,
    port: config.port,
    wrap: options.wrap,
    drainMs: config.drainTimeoutSeconds * 1000,
  });
  onStop(() => listening.drain());
  // Streams would hold the drain up: they end first.
  onStop(async () => commentEvents.stop());
  if (!options.web) await (await import('#server/start/warm-up')).warmUp(config.host, listening.port);
  if (options.beforeStop) onStop(options.beforeStop);
  onStop(await startChores(services, { commentEvents, heard, readiness }));
  // First of all: balancers are told, and have time to send their requests elsewhere.
  onStop(async () => {
    isStopping = true;
    listening.closeAfterReplies();
    await wait(config.drainSeconds * 1000);
  });
  return addressOf(config, listening.port);
}

/** Starts what is done again and again; answers how to stop it. */
async function startChores(
  services: Services,
  {
    commentEvents,
    heard,
    readiness,
  }: { commentEvents: CommentEvents; heard: Notifications; readiness: Readiness },
): Promise<() => Promise<void>> {
  const { recheckStreams, reportProcess, SCHOOL_CHORES } = await import('#server/jobs/chores');
  const { startSchedule } = await import('#server/jobs/schedule');
  const { openReporter } = await import('#server/start/open-reporter');
  const reporter = openReporter(services, 'server', readiness);
  // At once, so that whoever looks after a start sees this process.
  await reporter.report();
  const own = [recheckStreams(commentEvents), reportProcess(reporter)];
  const schedule = startSchedule(services, [...SCHOOL_CHORES, ...own], (wake) => heard.on('chores', wake));
  return async () => {
    await schedule.stop();
    await reporter.leave();
  };
}

if (import.meta.main) await runServer();
