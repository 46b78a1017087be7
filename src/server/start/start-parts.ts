import type { RequestListener, Server } from 'node:http';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Hono } from 'hono';
import { readLanguageFrom } from '#domain/language';
import { keepSessions } from '#server/areas/accounts/sessions/keep-sessions';
import { keepPlaces } from '#server/areas/comments/keep-places';
import { tellReaders } from '#server/areas/comments/readers/tell-readers';
import { keepDashboards } from '#server/areas/learning/dashboard/keep-dashboards';
import type { Config } from '#server/config';
import { openDatabase } from '#server/db/client';
import { CHANNELS } from '#server/db/connections/channels';
import { poolOptions } from '#server/db/connections/external-connections';
import { ViewerChanges } from '#server/db/connections/viewer-changes';
import { ContentVersion } from '#server/db/content-version';
import { upgradeDatabase } from '#server/db/migrating/upgrade-database';
import { listenForNotifications, type Notifications } from '#server/db/notifications';
import { joinKeepers, PROCESS_NUMBER } from '#server/db/presence';
import { createApp } from '#server/http/app';
import { listen } from '#server/http/listen';
import type { WebApp } from '#server/http/pages/web-app';
import type { HttpEnv } from '#server/http/request-scope';
import type { Chore } from '#server/jobs/schedule';
import { systemClock } from '#server/platform/clock';
import { storeHealth } from '#server/platform/health/store-health';
import { authorJudge } from '#server/platform/judge/author-judge';
import type { Log } from '#server/platform/log';
import { outboxOf } from '#server/platform/open-mailer';
import { openSendNow } from '#server/platform/open-send-now';
import { openSignIns } from '#server/platform/open-sign-ins';
import { openStorage } from '#server/platform/open-storage';
import { isTestKeyInUse, openPayments } from '#server/platform/payments/open-payments';
import { ffmpegEncoder } from '#server/platform/video/ffmpeg-encoder';
import { findFfmpeg } from '#server/platform/video/find-ffmpeg';
import { type Readiness, watchReadiness } from '#server/readiness';
import type { Services } from '#server/services';
import { settingsStore } from '#server/site-settings';
import { addressOf } from '#server/start/address-of';
import { openBuiltApp, versionOf } from '#server/start/built-app';
import { followSettings } from '#server/start/follow-settings';
import { openReplica } from '#server/start/open-replica';
import { prepareSchool } from '#server/start/prepare-school';
import type { Engine } from '#server/start/start-engine';
import { startRelays } from '#server/start/start-relays';
import { stopServing, stopTogether } from '#server/start/stop-serving';

const BUILD = join(import.meta.dirname, '..', '..', '..', 'build');
/** The sample courses, as folders. */
const CONTENT = join(import.meta.dirname, '..', '..', '..', 'content');

/** What the development server does otherwise. */
export interface StartOptions {
  /** The web app; left out: the built one, if there is one. */
  readonly web?: () => Promise<WebApp>;
  readonly wrap?: (app: RequestListener, server: Server) => RequestListener;
  readonly beforeStop?: () => Promise<void>;
  /** From now on requests are answered, while the rest is still starting. */
  readonly onListening?: () => void;
}

export interface Started {
  readonly address: string;
  /** Said once, on the very first start: how to sign in as administrator. */
  readonly welcome: string | null;
}

/** Says how to stop what has just been started; what was started last is stopped first. */
export type OnStop = (stop: () => Promise<unknown>) => void;

/** Starts all that is not the database server. */
export async function startParts(
  { config, engine, log }: { readonly config: Config; readonly engine: Engine; readonly log: Log },
  options: StartOptions,
  onStop: OnStop,
): Promise<Started> {
  // First of all, because it keeps a restore away from this database.
  const heard = await listenForNotifications({
    connection: engine.direct,
    channels: CHANNELS,
    log,
    name: `lectern pid ${process.pid} on ${addressOf(config, config.port)}`,
    hold: (client) => joinKeepers(client, PROCESS_NUMBER),
  });
  onStop(() => heard.stop());
  // From now on other processes wait for our answers.
  const changes = new ViewerChanges(heard);
  await upgradeDatabase(config, engine.direct, log);
  await changes.introduce();
  const settleViewers = changes.settle;
  const db = openDatabase({ ...poolOptions(config), connection: engine.queries, log, settleViewers });
  onStop(() => db.close());
  keepSessions(db, changes);
  keepDashboards(db, changes);
  keepPlaces(db, changes);
  tellReaders(db, changes, heard);
  const replica = openReplica(config, db, log);
  if (replica) onStop(() => replica.close());
  const tracer = await openTracer(config, log);
  if (tracer) onStop(() => tracer.stop());
  const judge = config.labs === 'on' ? openAuthorJudge(config) : undefined;
  if (judge) onStop(() => judge.close());
  const services = await openServices(config, { db, heard, judge, log, replica, tracer });
  const content = new ContentVersion();
  heard.on('content', () => content.bump());
  const servesPages = config.roles.includes('web');
  followSettings(content, services.settings, { servesPages });
  if (!servesPages) await services.settings.current();
  const welcome = await prepareSchool(services, { build: BUILD, content: CONTENT });
  const relays = await startRelays(services, heard);
  onStop(() => stopTogether(relays.map((relay) => () => relay.stop())));
  const address = await serve({ services, engine, heard, content }, options, onStop);
  if (isTestKeyInUse(config)) log.warn('STRIPE_SECRET_KEY is a test key: no payment is real');
  return { address, welcome };
}

/** What every verb may use, with the real adapters to the outside world. */
async function openServices(
  config: Config,
  {
    db,
    heard,
    judge,
    log,
    replica,
    tracer,
  }: Pick<Services, 'db' | 'judge' | 'log' | 'replica' | 'tracer'> & { heard: Notifications },
): Promise<Services> {
  const settings = settingsStore(db, () => heard.isConnected());
  readLanguageFrom(settings.language);
  const ffmpeg = findFfmpeg(config);
  return {
    config,
    db,
    replica,
    clock: systemClock,
    log,
    storage: await openStorage(config),
    settings,
    signIns: openSignIns(config.signIns, systemClock),
    payments: await openPayments(config),
    judge,
    encoder: ffmpeg === null ? undefined : ffmpegEncoder(ffmpeg),
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

/** What a process answers requests with, and what it does for that from time to time. */
interface Served {
  readonly app: Hono<HttpEnv>;
  /** What goes on beside answering: read only once requests are answered, as its code is large. */
  readonly startLater: () => Promise<{
    readonly chores: readonly Chore[];
    readonly stop: () => Promise<void>;
  }>;
  /** Streams would hold the end up. */
  readonly endStreams: () => void;
}

/** How a process is, for whoever asks it. */
interface ProcessState {
  readonly isDiskFull: () => boolean;
  readonly isStopping: () => boolean;
  readonly readiness: Readiness;
}

/** Listens for requests, and does the housekeeping beside them; answers the address. */
async function serve(parts: Parts, options: StartOptions, onStop: OnStop): Promise<string> {
  const { config } = parts.services;
  const isWeb = config.roles.includes('web');
  // Requests and chores that still run may need it: it stops after them.
  onStop(async () => (await import('#server/markdown/render-markdown')).stopRenderer());
  let isStopping = false;
  const isDiskFull = () => parts.engine.state() === 'disk-full';
  const { replica, storage } = parts.services;
  const watched = { isDiskFull, replica: async () => replica?.look(), store: storeHealth(storage) };
  const readiness = watchReadiness(parts.services, watched);
  const state = { isDiskFull, isStopping: () => isStopping, readiness };
  const served = isWeb ? await serveWeb(parts, options, state) : await serveState(parts, state);
  const listening = await listen(served.app, {
    host: config.host,
    port: config.port,
    wrap: options.wrap,
    drainMs: config.drainTimeoutSeconds * 1000,
  });
  const background: (() => Promise<void>)[] = [];
  onStop(() => stopServing({ background, drain: listening.drain, endStreams: served.endStreams }));
  options.onListening?.();
  if (isWeb && !options.web)
    await (await import('#server/start/warm-up')).warmUp(config.host, listening.port);
  if (options.beforeStop) onStop(options.beforeStop);
  const later = await served.startLater();
  background.push(later.stop);
  background.push(await startChores(parts, later.chores, readiness));
  // First of all: balancers are told, and have time to send their requests elsewhere.
  onStop(async () => {
    isStopping = true;
    listening.closeAfterReplies();
    await wait(config.drainSeconds * 1000);
  });
  return isWeb ? addressOf(config, listening.port) : `http://localhost:${listening.port}/readyz`;
}

/** Pages and the API. */
async function serveWeb(
  { content, heard, services }: Parts,
  options: StartOptions,
  state: ProcessState,
): Promise<Served> {
  const { config } = services;
  const web = options.web ? await options.web() : await openBuiltApp(BUILD);
  const { CommentEvents } = await import('#server/http/comment-events');
  const commentEvents = new CommentEvents({ services });
  commentEvents.listen(heard);
  const app = createApp({
    ...state,
    services,
    content,
    commentEvents,
    hearsChanges: () => heard.isConnected(),
    outbox: config.smtpUrl ? null : outboxOf(config),
    version: await versionOf(BUILD, systemClock),
    web,
  });
  return {
    app,
    startLater: async () => {
      const { recheckStreams, removeCopies } = await import('#server/jobs/chores');
      const { startImportRelay } = await import('#server/jobs/import-relay');
      const imports = startImportRelay(services, (wake) => heard.on('import', wake));
      return { chores: [recheckStreams(commentEvents), removeCopies], stop: () => imports.stop() };
    },
    endStreams: () => commentEvents.stop(),
  };
}

/** Only how the process is. */
async function serveState({ heard, services }: Parts, state: ProcessState): Promise<Served> {
  const { createStateApp } = await import('#server/http/state-app');
  const app = createStateApp({
    ...state,
    services,
    hearsChanges: () => heard.isConnected(),
    version: await versionOf(BUILD, systemClock),
  });
  return {
    app,
    startLater: async () => ({ chores: [], stop: async () => undefined }),
    endStreams: () => undefined,
  };
}

/** Starts what is done again and again; answers how to stop it. */
async function startChores(
  { heard, services }: Parts,
  served: readonly Chore[],
  readiness: Readiness,
): Promise<() => Promise<void>> {
  const { reportProcess, SCHOOL_CHORES } = await import('#server/jobs/chores');
  const { startSchedule } = await import('#server/jobs/schedule');
  const { openReporter } = await import('#server/start/open-reporter');
  const reporter = openReporter(services, 'server', readiness);
  // At once, so that whoever looks after a start sees this process.
  await reporter.report();
  const shared = services.config.roles.includes('worker') ? SCHOOL_CHORES : [];
  const chores = [...shared, ...served, reportProcess(reporter)];
  const schedule = startSchedule(services, chores, (wake) => heard.on('chores', wake));
  return async () => {
    await schedule.stop(services.config.drainTimeoutSeconds * 1000);
    await reporter.leave();
  };
}
