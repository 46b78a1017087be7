import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { VISITOR, type Viewer } from '#domain/access/viewer';
import type { Tier } from '#domain/tiers';
import { hashOfToken } from '#server/areas/accounts/sessions/hash-of-token';
import { ensureSigningKey } from '#server/areas/certificates/credentials/ensure-signing-key';
import { parseConfig } from '#server/config';
import type { Db } from '#server/db/client';
import { ContentVersion } from '#server/db/content-version';
import { type AppOptions, createApp } from '#server/http/app';
import { NO_LIMITS } from '#server/http/gates/limits';
import { storeHealth } from '#server/platform/health/store-health';
import { createLog } from '#server/platform/log';
import type { PaymentProvider } from '#server/platform/payments/payment-provider';
import { watchReadiness } from '#server/readiness';
import type { Services } from '#server/services';
import { settingsStore } from '#server/site-settings';
import { followSettings } from '#server/start/follow-settings';
import { FAKE_SIGN_INS } from '#tests/kit/fake-sign-in';
import { FAKE_JUDGE } from '#tests/kit/lab-room';

/** Who calls in the attack tests. `second` is another member of the same tier as `basic`. */
export const CALLERS = ['visitor', 'free', 'basic', 'premium', 'admin', 'second'] as const;
export type CallerName = (typeof CALLERS)[number];

export const ORIGIN = 'http://localhost:3000';
export const START = new Date('2026-11-20T12:00:00Z');

export interface School {
  readonly services: Services;
  readonly app: ReturnType<typeof createApp>;
  readonly content: ContentVersion;
  readonly people: ReadonlyMap<CallerName, Viewer>;
  /** What the log was told, one object a line. */
  readonly logged: Record<string, unknown>[];
  /** Moves the clock of the school, in seconds. */
  wait(seconds: number): void;
  /** Who takes payments from now on, with what remembers all that the provider holds. */
  takePayments(provider: PaymentProvider, mark: () => () => void): void;
  /** Nobody takes payments any more. */
  stopPayments(): void;
  /** Remembers all that the provider of payments holds; answers what brings it back. */
  markPayments(): () => void;
  ask(who: CallerName, method: string, path: string, request?: AskOptions): Promise<Response>;
}

export interface AskOptions {
  readonly body?: unknown;
  readonly rawBody?: BodyInit;
  readonly headers?: Readonly<Record<string, string>>;
}

const NO_PAYMENTS = (): (() => void) => () => undefined;

interface SchoolOptions extends Partial<AppOptions> {
  /** Cookies count as they do for everybody; left out, a test names who calls. */
  readonly realSessions?: boolean;
  /** Who takes payments; left out: nobody. */
  readonly payments?: PaymentProvider;
  /** Who is in the database already; left out, they are put there. */
  readonly people?: ReadonlyMap<CallerName, Viewer>;
}

/** A school with one person of each kind, over a database, without a network. */
export async function openSchool(
  db: Db,
  { payments, people: known, realSessions = false, ...overrides }: SchoolOptions = {},
  variables: Record<string, string> = {},
): Promise<School> {
  const logged: Record<string, unknown>[] = [];
  let now = START.getTime();
  let markPayments = NO_PAYMENTS;
  const config = parseConfig({ DATA_DIR: dataDir(), BACKUP_AT: '03:00', ...variables });
  const clock = { now: () => new Date(now) };
  const services: Services & { payments: PaymentProvider | undefined } = {
    config,
    db,
    clock,
    log: collectingLog(logged),
    storage: memoryStorage(),
    settings: settingsStore(db, overrides.hearsChanges),
    signIns: FAKE_SIGN_INS,
    payments,
    judge: FAKE_JUDGE,
    sendNow: async () => ({ outcome: 'kept', detail: '/data/outbox' }),
  };
  await ensureSigningKey(services);
  const content = new ContentVersion();
  followSettings(content, services.settings, { servesPages: true });
  const people = known ?? (await insertPeople(db, clock.now()));
  // A test that calls verbs asks for no app, and making one takes most of the time of opening a school.
  const makeApp = () =>
    createApp({
      services,
      content,
      limits: NO_LIMITS,
      // It looks each time, and never at the disk that the tests happen to run on.
      readiness: watchReadiness(services, {
        isDiskFull: overrides.isDiskFull ?? (() => false),
        store: storeHealth(services.storage),
        room: () => ({ free: 1e12, total: 2e12 }),
        keepMs: 0,
      }),
      version: { version: 'test', build: 'test', builtAt: START.toISOString() },
      ...(!realSessions && {
        findViewer: async (cookies: string) => {
          const who = /lectern\.test=(\w+)/.exec(cookies)?.[1];
          return { viewer: people.get(who as CallerName) ?? VISITOR, setCookies: [] };
        },
      }),
      ...overrides,
    });
  let app: School['app'] | undefined;
  const theApp = () => (app ??= makeApp());
  return {
    services,
    get app() {
      return theApp();
    },
    content,
    people,
    logged,
    wait: (seconds) => {
      now += seconds * 1000;
    },
    takePayments: (provider, mark) => {
      services.payments = provider;
      markPayments = mark;
    },
    stopPayments: () => {
      services.payments = undefined;
      markPayments = NO_PAYMENTS;
    },
    markPayments: () => markPayments(),
    ask: async (who, method, path, { body, headers, rawBody } = {}) => {
      const sent = new Headers(headers);
      if (who !== 'visitor') sent.set('cookie', `lectern.test=${who}`);
      if (!['GET', 'HEAD'].includes(method) && !sent.has('origin')) sent.set('origin', ORIGIN);
      if (sent.get('origin') === 'none') sent.delete('origin');
      if (body !== undefined && !sent.has('content-type')) sent.set('content-type', 'application/json');
      const payload = rawBody ?? (body === undefined ? null : JSON.stringify(body));
      // As every client does that knows what it sends: a body without a length counts as a large one.
      if (typeof payload === 'string' && !sent.has('content-length'))
        sent.set('content-length', String(Buffer.byteLength(payload)));
      return theApp().request(`${ORIGIN}${path}`, {
        method,
        headers: sent,
        body: payload,
        duplex: 'half',
      } as RequestInit);
    },
  };
}

let folder: string | undefined;
/** One folder for all schools of this worker: for the key that signs cookies. */
function dataDir(): string {
  if (folder) return folder;
  const made = mkdtempSync(join(tmpdir(), 'lectern-school-'));
  process.once('exit', () => rmSync(made, { recursive: true, force: true }));
  folder = made;
  return made;
}

async function insertPeople(db: Db, now: Date): Promise<ReadonlyMap<CallerName, Viewer>> {
  const people = new Map<CallerName, Viewer>([['visitor', VISITOR]]);
  for (const who of CALLERS) {
    if (who === 'visitor') continue;
    const tier: Tier = who === 'admin' ? 'free' : who === 'second' ? 'basic' : who;
    people.set(who, await insertPerson(db, { name: who, tier, now }));
  }
  return people;
}

async function insertPerson(
  db: Db,
  { name, now, tier }: { name: string; now: Date; tier: Tier },
): Promise<Viewer> {
  const email = `${name}@school.test`;
  const { id: userId } = await db.kysely
    .insertInto('users')
    .values({ name, email, email_verified: true })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db.kysely.updateTable('profiles').set({ subscription_tier: tier }).where('id', '=', userId).execute();
  const isAdmin = name === 'admin';
  if (isAdmin) await db.kysely.insertInto('user_roles').values({ user_id: userId, role: 'admin' }).execute();
  const { id: sessionId } = await db.kysely
    .insertInto('sessions')
    .values({
      user_id: userId,
      token: hashOfToken(`token of ${name}`),
      expires_at: sql<Date>`now() + interval '1 day'`,
      proved_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return {
    kind: 'member',
    userId,
    sessionId,
    name,
    email,
    tier,
    isAdmin,
    avatarUrl: null,
    twoFactorEnabled: false,
  };
}

function memoryStorage(): Services['storage'] {
  const files = new Map<string, Uint8Array>();
  return {
    put: async (key, bytes) => void files.set(key, bytes),
    get: async (key, range) => files.get(key)?.subarray(range?.start, range && range.end + 1) ?? null,
    remove: async (key) => void files.delete(key),
    async *list() {
      yield* files.keys();
    },
    removeUnfinished: async () => 0,
  };
}

/** A real log whose lines end in a list. */
function collectingLog(lines: Record<string, unknown>[]): Services['log'] {
  const write = (line: string) => void lines.push(JSON.parse(line) as Record<string, unknown>);
  return createLog('info', { write });
}
