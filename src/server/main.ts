import { existsSync, readFileSync } from 'node:fs';
import type { RequestListener, Server } from 'node:http';
import { join } from 'node:path';
import type pg from 'pg';
import { type Config, ConfigError, parseConfig } from '#server/config';
import { ContentVersion } from '#server/db/content-version';
import type { EngineState } from '#server/db/embedded/start-embedded';
import type { Notifications } from '#server/db/notifications';
import type { WebApp } from '#server/http/web-app';
import { systemClock } from '#server/platform/clock';
import { createLog, type Log } from '#server/platform/log';
import type { Mailer } from '#server/platform/mailer';
import { openSendNow } from '#server/platform/open-send-now';
import { openSignIns } from '#server/platform/open-sign-ins';
import { openStorage } from '#server/platform/open-storage';
import type { Services } from '#server/services';
import { settleMemory } from '#server/settle-memory';
import { settingsStore } from '#server/site-settings';

const BUILD = join(import.meta.dirname, '..', '..', 'build');
/** The sample courses, as folders. */
const CONTENT = join(import.meta.dirname, '..', '..', 'content');
const HOUSEKEEPING_MS = 60_000;
const PUBLISH_MS = 5000;

/** What the development server does otherwise. */
export interface StartOptions {
  /** The web app; left out: the built one, if there is one. */
  readonly web?: () => Promise<WebApp>;
  readonly wrap?: (app: RequestListener, server: Server) => RequestListener;
  readonly beforeStop?: () => Promise<void>;
}

interface Running {
  readonly address: string;
  /** Said once, on the very first start: how to sign in as administrator. */
  readonly welcome: string | null;
  stop(): Promise<void>;
}

interface Engine {
  readonly connection: pg.ClientConfig;
  readonly state: () => EngineState;
  stop(): Promise<void>;
}

/** Starts everything in order, the database first; stopping goes the other way, the database last. */
async function startServer(config: Config, options: StartOptions = {}): Promise<Running> {
  const stops: (() => Promise<unknown>)[] = [];
  const stop = async () => {
    for (const each of stops.splice(0).reverse()) await each();
  };
  try {
    const running = await startParts(config, options, (each) => stops.push(each));
    return { ...running, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function startParts(
  config: Config,
  options: StartOptions,
  onStop: (stop: () => Promise<unknown>) => void,
) {
  const log = createLog(config.logLevel);
  // Reading our own code takes as long as starting the database: both at once.
  const modules = loadModules();
  const engine = await startEngine(config, log);
  onStop(() => engine.stop());
  const { createApp, listen, listenForNotifications, migrate, openDatabase } = await modules;
  const { connection } = engine;
  // First of all, because it keeps a restore away from this database.
  const heard = await listenForNotifications({
    connection,
    channels: ['content', 'mail', 'notice', 'comments'],
    log,
    name: `lectern pid ${process.pid} on ${addressOf(config, config.port)}`,
  });
  onStop(() => heard.stop());
  await migrate(connection);
  const db = openDatabase({ connection, log });
  onStop(() => db.close());
  const services: Services = {
    config,
    db,
    clock: systemClock,
    log,
    storage: await openStorage(config),
    settings: settingsStore(db, () => heard.isConnected()),
    signIns: openSignIns(config.signIns, systemClock),
    sendNow: openSendNow(config),
  };
  // Made now, not at the first sign-in: a backup finds it, and a folder that cannot hold it is noticed.
  const { readAuthSecret } = await import('#server/areas/accounts/read-auth-secret');
  readAuthSecret(config.dataDir);
  const { ensureSigningKey } = await import('#server/areas/certificates/ensure-signing-key');
  await ensureSigningKey(services);
  const welcome = await prepareContent(services);
  const content = new ContentVersion();
  heard.on('content', () => content.bump());
  const relay = await startRelay(services, heard);
  onStop(() => relay.stop());
  const { startNoticeRelay } = await import('#server/jobs/notice-relay');
  const notices = startNoticeRelay(services, (wake) => heard.on('notice', wake));
  onStop(() => notices.stop());
  const web = await (options.web ?? openWebApp)();
  const { CommentEvents } = await import('#server/http/comment-events');
  const commentEvents = new CommentEvents({ services });
  commentEvents.listen(heard);
  const app = createApp({
    services,
    content,
    commentEvents,
    hearsChanges: () => heard.isConnected(),
    isDiskFull: () => engine.state() === 'disk-full',
    outbox: config.smtpUrl ? null : outboxOf(config),
    version: await versionOf(BUILD),
    web,
  });
  const listening = await listen(app, { host: config.host, port: config.port, wrap: options.wrap });
  onStop(() => listening.drain());
  // Streams would hold the drain up: they end first.
  onStop(async () => commentEvents.stop());
  if (options.beforeStop) onStop(options.beforeStop);
  onStop(await keepHouse(services));
  onStop(await publishOnTime(services, content));
  onStop(async () => (await import('#server/markdown/render-markdown')).stopRenderer());
  if (config.stripe)
    log.warn('payments are set up, but checkout is not built yet: only administrators give a higher plan');
  return { address: addressOf(config, listening.port), welcome };
}

async function loadModules() {
  const [client, migrations, notifications, app, listening] = await Promise.all([
    import('#server/db/client'),
    import('#server/db/migrate'),
    import('#server/db/notifications'),
    import('#server/http/app'),
    import('#server/http/listen'),
  ]);
  return { ...client, ...migrations, ...notifications, ...app, ...listening };
}

/** PostgreSQL at DATABASE_URL, or our own in the data folder. */
async function startEngine(config: Config, log: Log): Promise<Engine> {
  if (config.databaseUrl) {
    const connection = { connectionString: config.databaseUrl, connectionTimeoutMillis: 5000 };
    return { connection, state: () => 'ready', stop: async () => undefined };
  }
  const { startEmbedded } = await import('#server/db/embedded/start-embedded');
  return startEmbedded({ dataDir: config.dataDir, address: addressOf(config, config.port), log });
}

/** The first administrator and, on an empty database, the sample courses. Answers what to tell the person who started us. */
async function prepareContent(services: Services): Promise<string | null> {
  const { firstAdministrator } = await import('#server/areas/accounts/first-administrator');
  if (services.config.sampleContent) {
    const { isUntouched } = await import('#server/areas/courses/is-untouched');
    if (await isUntouched(services)) {
      const { importSamples } = await import('#server/jobs/import-samples');
      const prepared = join(BUILD, 'content-html.json');
      await importSamples({ config: services.config, content: CONTENT, prepared });
    }
  }
  return firstAdministrator(services);
}

async function startRelay(services: Services, heard: Notifications) {
  const { config, db, log } = services;
  const { isMailWanted } = await import('#server/areas/announcements/is-mail-wanted');
  const { startMailRelay } = await import('#server/jobs/mail-relay');
  return startMailRelay({
    db,
    log,
    mailer: await openMailer(config),
    school: 'Lectern',
    isWanted: (mail) => isMailWanted(services, mail),
    tierNames: async () => (await services.settings.current()).tierNames,
    host: new URL(config.publicUrl).hostname,
    onWake: (wake) => heard.on('mail', wake),
  });
}

/** The mail library is large and seldom needed: it is read when the first mail goes out. */
async function openMailer(config: Config): Promise<Mailer> {
  let opened: Promise<Mailer> | undefined;
  const open = async (): Promise<Mailer> => {
    if (config.smtpUrl) {
      const { smtpMailer } = await import('#server/platform/mailer-smtp');
      return smtpMailer(config.smtpUrl, config.mailFrom);
    }
    const { outboxMailer } = await import('#server/platform/mailer-outbox');
    return outboxMailer(outboxOf(config), config.mailFrom);
  };
  return {
    async send(mail) {
      opened ??= open();
      await (await opened).send(mail);
    },
  };
}

async function openWebApp(): Promise<WebApp | null> {
  if (!existsSync(join(BUILD, 'meta.json'))) return null;
  const { loadWebApp } = await import('#server/http/web-app');
  return loadWebApp(BUILD);
}

async function versionOf(build: string) {
  const { makeVersion } = await import('#server/areas/site/make-version');
  const meta = join(build, 'meta.json');
  const now = systemClock.now();
  const unbuilt = { build: 'development', builtAt: now.toISOString() };
  return makeVersion(now, existsSync(meta) ? JSON.parse(readFileSync(meta, 'utf8')) : unbuilt);
}

async function keepHouse(services: Services): Promise<() => Promise<void>> {
  const { dropOldCounters } = await import('#server/http/gate-rate-limit');
  const { dropOldKeys } = await import('#server/http/gate-idempotency');
  const { sweepAccounts } = await import('#server/areas/accounts/sweep-accounts');
  const { countMembers } = await import('#server/areas/admin/count-members');
  const { sweepComments } = await import('#server/areas/comments/sweep-comments');
  const { eraseDueAccounts } = await import('#server/areas/accounts/erase-due-accounts');
  const { remindCertificates } = await import('#server/areas/certificates/remind-certificates');
  const { removeFiles } = await import('#server/areas/exams/remove-files');
  const { sweepAttempts } = await import('#server/areas/exams/sweep-attempts');
  const { purgeTrash } = await import('#server/areas/courses/purge-trash');
  const { sweepMedia } = await import('#server/areas/media/sweep-media');
  const { removeUnfinishedFiles } = await import('#server/jobs/remove-unfinished-files');
  const chores = [
    dropOldCounters,
    dropOldKeys,
    sweepAccounts,
    eraseDueAccounts,
    sweepComments,
    sweepAttempts,
    remindCertificates,
    sweepMedia,
    removeFiles,
    removeUnfinishedFiles,
    purgeTrash,
    countMembers,
  ];
  const timer = setInterval(() => {
    Promise.all(chores.map((chore) => chore(services))).catch((error: Error) =>
      services.log.warn({ message: error.message }, 'housekeeping failed'),
    );
  }, HOUSEKEEPING_MS);
  timer.unref();
  return async () => clearInterval(timer);
}

/** Lets a scheduled post appear at its time, in whatever process a reader asks. */
async function publishOnTime(services: Services, content: ContentVersion): Promise<() => Promise<void>> {
  const { publishDue } = await import('#server/areas/posts/publish-due');
  let from = services.clock.now();
  const timer = setInterval(() => {
    const to = services.clock.now();
    publishDue(services, from, to).then(
      (isDue) => {
        from = to;
        if (isDue) content.bump();
      },
      (error: Error) =>
        services.log.warn({ message: error.message }, 'scheduled posts could not be looked for'),
    );
  }, PUBLISH_MS);
  timer.unref();
  return async () => clearInterval(timer);
}

function outboxOf({ dataDir }: Config): string {
  return join(dataDir, 'outbox');
}

function addressOf({ port, publicUrl }: Config, bound: number): string {
  return port === bound ? publicUrl : `http://localhost:${bound}`;
}

/** The process: settings from the environment, a line that says where, an orderly end on SIGTERM and SIGINT. */
export async function runServer(options: StartOptions = {}): Promise<void> {
  try {
    const running = await startServer(parseConfig(process.env), options);
    stopOnSignal(running);
    settleMemory();
    process.stdout.write(`\nLectern is ready: ${running.address}\n${running.welcome ?? ''}\n`);
  } catch (error) {
    process.stderr.write(`\n${explain(error)}\n`);
    process.exitCode = 1;
  }
}

function stopOnSignal({ stop }: Running): void {
  let stopping = false;
  const onSignal = async (signal: NodeJS.Signals) => {
    // Asked twice, a person wants out at once; the database server then ends by itself.
    if (stopping) process.exit(signal === 'SIGINT' ? 130 : 143);
    stopping = true;
    await stop();
    process.exit(0);
  };
  process.on('SIGTERM', onSignal);
  process.on('SIGINT', onSignal);
}

/** Expected faults in one sentence; of the rest the whole trace, for a report. */
function explain(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const code = 'code' in error ? error.code : undefined;
  if (code === 'EADDRINUSE')
    return `Another program uses this port already. Set PORT to another one.\n(${error.message})`;
  if (code === 'EACCES')
    return `This port or folder is not allowed to us: ${error.message}. Set PORT or DATA_DIR to another one.`;
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
    return `HOST is not an address of this machine. Set it to 127.0.0.1, or to 0.0.0.0 for all of them.\n(${error.message})`;
  const isExpected =
    error instanceof ConfigError || ['HeldError', 'MigrationError', 'Error'].includes(error.name);
  return isExpected && process.env.LOG_LEVEL !== 'debug' ? error.message : (error.stack ?? error.message);
}

if (import.meta.main) await runServer();
