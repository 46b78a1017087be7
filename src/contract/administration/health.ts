import { z } from 'zod';
import { PROBLEM_KINDS } from '#domain/health/problems';
import { READINESS_CODES } from '#domain/health/readiness';
import { isoTime } from '../paging.ts';
import { adminProcedure, failures } from '../procedure.ts';

/** What a process says of itself every few seconds. */
export const processFacts = z.object({
  memoryBytes: z.int(),
  /** How late the event loop was 99 times of 100, since the last time. */
  eventLoopDelayMs: z.number(),
  /** Of the pool of connections to the database. */
  connections: z.object({ used: z.int(), waiting: z.int(), max: z.int() }),
  /** The disk of the data folder with the least room; null: it can't be asked. */
  disk: z.object({ free: z.number(), total: z.number() }).nullable(),
  faults: z.array(z.object({ code: z.enum(READINESS_CODES), detail: z.string() })),
  /** It makes smaller sizes of videos. */
  encodesVideos: z.boolean().default(false),
});
export type ProcessFacts = z.output<typeof processFacts>;

const problem = z.object({ kind: z.enum(PROBLEM_KINDS), subject: z.string(), detail: z.string() });

const runningProcess = processFacts.omit({ faults: true }).extend({
  kind: z.enum(['server', 'judge']),
  host: z.string(),
  pid: z.int(),
  version: z.string(),
  node: z.string(),
  startedAt: isoTime,
  seenAt: isoTime,
  isSilent: z.boolean(),
});

const chore = z.object({
  name: z.string(),
  lastStartedAt: isoTime,
  lastFinishedAt: isoTime.nullable(),
  isRunning: z.boolean(),
  /** It is about to run because somebody asked. */
  isAsked: z.boolean(),
  /** Failures in a row, and what the last one said. */
  failures: z.int(),
  error: z.string().nullable(),
  hasProblem: z.boolean(),
});

const systemHealth = z.object({
  checkedAt: isoTime,
  problems: z.array(problem),
  processes: z.array(runningProcess),
  chores: z.array(chore),
  queues: z.object({
    mailsWaiting: z.int(),
    mailsFailed: z.int(),
    noticesDue: z.int(),
    labsQueued: z.int(),
    labsRunning: z.int(),
    /** Null: the school takes no payments. */
    payments: z.object({ waiting: z.int(), parked: z.int(), drifts: z.int() }).nullable(),
  }),
  storage: z.object({
    /** Where uploaded files are. */
    place: z.enum(['folder', 'bucket']),
    mediaBytes: z.number(),
    mediaQuotaBytes: z.number(),
  }),
  database: z.object({
    version: z.string(),
    isEmbedded: z.boolean(),
    bytes: z.number(),
    migration: z.string(),
    /** The largest ones; rows are an estimate. */
    tables: z.array(z.object({ table: z.string(), bytes: z.number(), rows: z.number() })),
  }),
  /** The last one; null: none was ever made. */
  backup: z
    .object({
      finishedAt: isoTime,
      /** How long it took; null: an earlier version made it. */
      seconds: z.number().nullable(),
      bytes: z.number(),
      isEncrypted: z.boolean(),
      version: z.string(),
    })
    .nullable(),
  /** Null: the settings say of no backups that the school makes by itself. */
  backups: z
    .object({
      /** A folder, or a bucket with its folder. */
      place: z.string(),
      isEncrypted: z.boolean(),
      /** Null: only when somebody asks. */
      nextAt: isoTime.nullable(),
      state: z.enum(['idle', 'waiting', 'running', 'retrying']),
      /** Why the last attempt failed, and when it is tried again; null: it didn't. */
      failure: z.object({ error: z.string(), retryAt: isoTime.nullable() }).nullable(),
    })
    .nullable(),
  /** Whether anybody is notified of problems. */
  hasAlerts: z.boolean(),
});
export type SystemHealth = z.output<typeof systemHealth>;

const testReply = z.object({
  /** Addresses that an email was queued for. */
  emails: z.int(),
  /** Null: no webhook is set. */
  webhook: z.object({ isDelivered: z.boolean(), detail: z.string() }).nullable(),
});
export type AlertTestReply = z.output<typeof testReply>;

export const health = {
  get: adminProcedure
    .meta({ scope: 'session-only' })
    .route({ method: 'GET', path: '/admin/health', summary: 'Get the health of the system' })
    .output(systemHealth),
  runChore: adminProcedure
    .meta({ scope: 'session-only', limitPerMinute: 30 })
    .route({ method: 'POST', path: '/admin/health/chores/run', summary: 'Run a background job now' })
    .errors(failures('CHORE_NOT_FOUND'))
    .input(z.object({ name: z.string().min(1).max(100) }))
    .output(z.object({ asked: z.literal(true) })),
  backUp: adminProcedure
    .meta({ scope: 'session-only', limitPerMinute: 6 })
    .route({ method: 'POST', path: '/admin/health/backups', summary: 'Back up the school now' })
    .errors(failures('BACKUPS_OFF'))
    .output(z.object({ asked: z.literal(true) })),
  alertSecret: adminProcedure
    .meta({ scope: 'session-only' })
    .route({
      method: 'GET',
      path: '/admin/health/alert-secret',
      summary: 'Get the secret that signs alerts to the webhook',
    })
    .output(z.object({ secret: z.string().nullable() })),
  testAlert: adminProcedure
    .meta({ scope: 'session-only', limitPerMinute: 3 })
    .route({ method: 'POST', path: '/admin/health/test-alert', summary: 'Send a test alert' })
    .output(testReply),
};
