import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import { z } from 'zod';
import { type BackupSettings, backupFaults, backupSettings, backupVariables } from './backup-settings.ts';
import {
  type DatabaseSettings,
  databaseFaults,
  databaseSettings,
  databaseVariables,
} from './database-settings.ts';
import { type Role, roleFaults, roleVariables } from './roles.ts';
import { readS3Url, type S3Settings } from './s3-url.ts';
import { unknownSettings } from './setting-names.ts';
import { onOrOff, url, wholeNumber } from './setting-shapes.ts';
import { type SignInSettings, signInFaults, signInSettings, signInVariables } from './sign-in-settings.ts';
import { type TracingSettings, tracingSettings, tracingVariables } from './tracing-settings.ts';

/** Everything the environment decides, checked once at the start. */
export interface Config {
  readonly port: number;
  readonly host: string;
  /** Absolute path of the folder that the embedded mode keeps everything in. */
  readonly dataDir: string;
  /** Unset: the embedded PostgreSQL. */
  readonly databaseUrl: string | undefined;
  readonly database: DatabaseSettings;
  /** What this process does. */
  readonly roles: readonly Role[];
  /** Origin used in links and cookies, without a slash at the end. */
  readonly publicUrl: string;
  readonly https: boolean;
  /** How long browsers use HTTPS only for this host, and whether for all hosts below it; 0 seconds: no longer. */
  readonly hsts: { readonly seconds: number; readonly includesSubdomains: boolean };
  readonly adminEmail: string | undefined;
  readonly adminPassword: string | undefined;
  /** Unset: mails become files in the outbox folder. */
  readonly smtpUrl: string | undefined;
  /** An address; with a name, that one is shown instead of the school's. */
  readonly mailFrom: string;
  readonly mail: MailSettings;
  /** What the mail provider must send to report bounces and complaints; unset: nobody reports any. */
  readonly mailWebhookSecret: string | undefined;
  /** Unset: uploads are files in the data folder. */
  readonly s3: S3Settings | undefined;
  /** How much the media library may hold. */
  readonly mediaBytes: number;
  /** What makes smaller sizes of videos: a program, or 'off'; unset: one is looked for in `searchPath`. */
  readonly ffmpeg: { readonly path: string | undefined; readonly searchPath: string };
  /** Set: the school takes payments, and nobody gives themselves a higher tier. */
  readonly stripe: StripeSettings | undefined;
  /** Services outside that people may sign in by, in the order of their buttons. */
  readonly signIns: readonly SignInSettings[];
  readonly sampleContent: boolean;
  /** `browser-only`: labs run in the page, and no server decides whether one is passed. */
  readonly labs: 'on' | 'browser-only' | 'off';
  /** How many runs are judged at one time. */
  readonly labSlots: number;
  /** What all players together may take; it lowers the slots. */
  readonly labMemoryMb: number;
  readonly logLevel: string;
  /** What a reader of /metrics must send; unset: there is no /metrics. */
  readonly metricsToken: string | undefined;
  /** Where traces are sent; unset: nothing is traced. */
  readonly tracing: TracingSettings | undefined;
  /** Statements that take longer are logged by their name; 0: none is. */
  readonly slowStatementMs: number;
  readonly backups: BackupSettings;
  /** Folder that the embedded database archives its log in, for recovery to a point in time; unset: it doesn't. */
  readonly walArchive: string | undefined;
  /** What backups are encrypted with, and opened by; unset: the command line asks. */
  readonly backupPassphrase: string | undefined;
  /** Addresses of proxies whose X-Forwarded-For is believed. */
  readonly trustedProxies: readonly string[];
  /** How much one caller may do in a minute. */
  readonly limits: RateLimits;
  /** How long a stopping process goes on to serve after /readyz says that it stops, in seconds. */
  readonly drainSeconds: number;
  /** How long running requests and chores may take to end after that, in seconds. */
  readonly drainTimeoutSeconds: number;
  /** Secrets that the school's key is sealed with, the newest first; none: the key is a file in the data folder. */
  readonly authSecrets: readonly string[];
}

export interface RateLimits {
  /** Requests of one account that change something, over all procedures, per minute. */
  readonly memberWritesPerMinute: number;
  /** The same for all visitors of one address together. */
  readonly visitorWritesPerMinute: number;
  /** Requests with one API key per minute, whatever they do. */
  readonly keyPerMinute: number;
  /** Multiplies what the procedures declare as limitPerMinute. */
  readonly procedureFactor: number;
  /** One address may try a procedure this many times more often when it names another account each time. */
  readonly addressFactor: number;
}

export interface MailSettings {
  /** How many mails this process hands to the mail server at one time. */
  readonly connections: number;
  /** How many mails all processes together may send in a minute; undefined: unlimited. */
  readonly perMinute: number | undefined;
  /** The same for the addresses of each domain. */
  readonly perDomain: number | undefined;
}

export interface StripeSettings {
  readonly secretKey: string;
  /** Two while one is being replaced. */
  readonly webhookSecrets: readonly string[];
  readonly apiUrl: string;
}

/** Names every fault of the environment at once; never shows the value of a secret. */
export class ConfigError extends Error {
  readonly faults: readonly string[];

  constructor(faults: readonly string[]) {
    super(`Lectern can't start with these settings:\n${faults.map((fault) => `  - ${fault}`).join('\n')}`);
    this.name = 'ConfigError';
    this.faults = faults;
  }
}

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

function s3Settings(value: string, context: z.RefinementCtx): S3Settings {
  try {
    return readS3Url(value);
  } catch (error) {
    context.addIssue({ code: 'custom', message: error instanceof Error ? error.message : String(error) });
    return z.NEVER;
  }
}

/** One secret, or two while it is being replaced, the new one first. */
function authSecrets(value: string, context: z.RefinementCtx): string[] {
  const secrets = value.split(',').map((secret) => secret.trim());
  const isGood = (secret: string) => secret.length >= 32 && new Set(secret).size >= 10;
  if (secrets.length <= 2 && secrets.every(isGood)) return secrets;
  context.addIssue({
    code: 'custom',
    message:
      'AUTH_SECRET must be a random text of at least 32 characters, such as the output of openssl rand -hex 32; while you replace it, the new one, a comma, and the old one',
  });
  return z.NEVER;
}

/** Who may be the first administrator: anybody with an address, and the name of a school that has none yet. */
export const administratorEmail = z
  .email('ADMIN_EMAIL must be an email address, such as head@school.example')
  .toLowerCase()
  .or(z.literal('admin@localhost'));

const environment = z.object({
  PORT: z
    .string()
    .regex(/^\d{1,5}$/, 'PORT must be a number from 0 to 65535, such as 3000')
    .transform(Number)
    .refine((port) => port <= 65_535, 'PORT must be a number from 0 to 65535, such as 3000')
    .default(3000),
  HOST: z
    .string()
    .regex(/^[\w.:-]+$/, 'HOST must be an IP address of this machine, such as 127.0.0.1 or 0.0.0.0')
    .default('127.0.0.1'),
  DATA_DIR: z
    .string()
    .regex(/^(?!\s*$)(?!\w+:\/\/)/, 'DATA_DIR must be a folder path, such as ./data or /var/lib/school')
    .default('./data'),
  ...databaseVariables,
  ...roleVariables,
  PUBLIC_URL: url('PUBLIC_URL', ['http:', 'https:'], 'https://school.example').refine(
    (value) =>
      value === undefined ||
      !URL.canParse(value) ||
      [new URL(value).origin, `${new URL(value).origin}/`].includes(new URL(value).href),
    'PUBLIC_URL must be an origin without a path, such as https://school.example',
  ),
  HSTS_SECONDS: wholeNumber('HSTS_SECONDS', 0, 126_144_000, 31_536_000).default(86_400),
  HSTS_INCLUDE_SUBDOMAINS: onOrOff('HSTS_INCLUDE_SUBDOMAINS').default('off'),
  ADMIN_EMAIL: administratorEmail.optional(),
  ADMIN_PASSWORD: z
    .string()
    .min(6, 'ADMIN_PASSWORD must be at least 6 characters')
    .max(128, 'ADMIN_PASSWORD must be at most 128 characters')
    .optional(),
  AUTH_SECRET: z.string().transform(authSecrets).optional(),
  SMTP_URL: url('SMTP_URL', ['smtp:', 'smtps:'], 'smtps://user:password@mail.example:465'),
  MAIL_FROM: z
    .string()
    .regex(
      /^[^\r\n]*@[^\r\n]*$/,
      'MAIL_FROM must be a sender address, such as "School <school@school.example>"',
    )
    .optional(),
  MAIL_CONNECTIONS: wholeNumber('MAIL_CONNECTIONS', 1, 50, 5).default(5),
  MAIL_PER_MINUTE: wholeNumber('MAIL_PER_MINUTE', 1, 1_000_000, 600).optional(),
  MAIL_DOMAIN_PER_MINUTE: wholeNumber('MAIL_DOMAIN_PER_MINUTE', 1, 1_000_000, 100).optional(),
  MAIL_WEBHOOK_SECRET: z
    .string()
    .regex(
      /^[\w.~-]{20,}$/,
      'MAIL_WEBHOOK_SECRET must be a random text of at least 20 letters and digits, such as the output of openssl rand -hex 32',
    )
    .optional(),
  S3_URL: z.string().transform(s3Settings).optional(),
  STRIPE_SECRET_KEY: z
    .string()
    .regex(/^[sr]k_(test|live)_\w{8,}$/, 'STRIPE_SECRET_KEY must be a Stripe secret key, such as sk_test_…')
    .optional(),
  STRIPE_WEBHOOK_SECRET: z
    .string()
    .regex(
      /^whsec_\w{8,}(,whsec_\w{8,})*$/,
      'STRIPE_WEBHOOK_SECRET must be a webhook signing secret, such as whsec_…',
    )
    .optional(),
  STRIPE_API_URL: url('STRIPE_API_URL', ['http:', 'https:'], 'https://api.stripe.com'),
  ...signInVariables,
  SAMPLE_CONTENT: onOrOff('SAMPLE_CONTENT').default('on'),
  ...tracingVariables,
  LABS: z.enum(['on', 'browser-only', 'off'], 'LABS must be on, browser-only or off').default('on'),
  LAB_SLOTS: z
    .string()
    .regex(/^(?:0|[1-9]\d?)$/, 'LAB_SLOTS must be a number from 0 to 99, such as 2')
    .transform(Number)
    .optional(),
  MEDIA_QUOTA_GB: z
    .string()
    .regex(/^[1-9]\d{0,4}$/, 'MEDIA_QUOTA_GB must be a number from 1 to 99999, such as 20')
    .transform(Number)
    .default(20),
  FFMPEG_PATH: z
    .string()
    .regex(
      /^(?:off|\/.*[^/])$/,
      'FFMPEG_PATH must be the absolute path of ffmpeg, such as /usr/bin/ffmpeg, or off',
    )
    .optional(),
  LAB_MEMORY_MB: z
    .string()
    .regex(/^[1-9]\d{2,5}$/, 'LAB_MEMORY_MB must be a number from 100 to 999999, such as 1024')
    .transform(Number)
    .default(1024),
  ...backupVariables,
  LOG_LEVEL: z.enum(LOG_LEVELS, `LOG_LEVEL must be one of ${LOG_LEVELS.join(', ')}`).default('info'),
  METRICS_TOKEN: z
    .string()
    .regex(
      /^[\w.~+/=-]{20,}$/,
      'METRICS_TOKEN must be a random text of at least 20 characters without spaces, such as the output of openssl rand -hex 32',
    )
    .optional(),
  SLOW_STATEMENT_MS: wholeNumber('SLOW_STATEMENT_MS', 0, 3_600_000, 1000).default(1000),
  RATE_LIMIT_MEMBER_WRITES: wholeNumber('RATE_LIMIT_MEMBER_WRITES', 10, 1_000_000, 600).default(600),
  RATE_LIMIT_VISITOR_WRITES: wholeNumber('RATE_LIMIT_VISITOR_WRITES', 10, 1_000_000, 600).default(600),
  RATE_LIMIT_KEY: wholeNumber('RATE_LIMIT_KEY', 1, 1_000_000, 600).default(600),
  RATE_LIMIT_FACTOR: wholeNumber('RATE_LIMIT_FACTOR', 1, 1000, 10).default(1),
  RATE_LIMIT_ADDRESS_FACTOR: wholeNumber('RATE_LIMIT_ADDRESS_FACTOR', 1, 1000, 10).default(10),
  DRAIN_SECONDS: wholeNumber('DRAIN_SECONDS', 0, 600, 10).default(0),
  DRAIN_TIMEOUT_SECONDS: wholeNumber('DRAIN_TIMEOUT_SECONDS', 1, 3600, 10).default(10),
  TRUSTED_PROXIES: z
    .string()
    .regex(
      /^[\d.:a-fA-F/]+(\s*,\s*[\d.:a-fA-F/]+)*$/,
      'TRUSTED_PROXIES must be IP addresses or ranges separated by commas, such as 10.0.0.1,10.1.0.0/16',
    )
    .optional(),
});

export const SETTINGS: readonly string[] = Object.keys(environment.shape);

/** Reads the settings out of the environment. An empty variable counts as unset. Throws a ConfigError. */
export function parseConfig(variables: Readonly<Record<string, string | undefined>>): Config {
  const set = Object.fromEntries(
    Object.entries(variables).filter(([, value]) => value !== undefined && value !== ''),
  );
  const parsed = environment.safeParse(set);
  const faults = [
    ...unknownSettings(Object.keys(set), SETTINGS),
    ...(parsed.error?.issues.map((issue) => issue.message) ?? []),
  ];
  if ('ADMIN_EMAIL' in set !== 'ADMIN_PASSWORD' in set)
    faults.push('ADMIN_EMAIL and ADMIN_PASSWORD must be set together: set both or neither');
  if ('STRIPE_SECRET_KEY' in set !== 'STRIPE_WEBHOOK_SECRET' in set)
    faults.push('STRIPE_SECRET_KEY and STRIPE_WEBHOOK_SECRET must be set together: set both or neither');
  if ('STRIPE_API_URL' in set && !('STRIPE_SECRET_KEY' in set))
    faults.push('STRIPE_API_URL requires STRIPE_SECRET_KEY: set both or neither');
  faults.push(...databaseFaults(set), ...roleFaults(set, parsed.data?.ROLES), ...signInFaults(set));
  faults.push(...backupFaults(set));
  if (faults.length > 0 || !parsed.data) throw new ConfigError(faults);
  return toConfig(parsed.data, variables.PATH ?? '');
}

/** What the peak of one run may be; fewer run at one time where memory is short. */
const RUN_MB = 512;

/** One core is left to the pages, unless somebody says otherwise; none where another machine judges. */
function labSlots(wished: number | undefined, memoryMb: number): number {
  if (wished === 0) return 0;
  const slots = wished ?? Math.max(1, availableParallelism() - 1);
  return Math.max(1, Math.min(slots, Math.floor(memoryMb / RUN_MB)));
}

function toConfig(settings: z.output<typeof environment>, searchPath: string): Config {
  const publicUrl = new URL(settings.PUBLIC_URL ?? `http://localhost:${settings.PORT}`);
  return Object.freeze({
    port: settings.PORT,
    host: settings.HOST,
    dataDir: resolve(settings.DATA_DIR),
    databaseUrl: settings.DATABASE_URL,
    database: databaseSettings(settings),
    roles: settings.ROLES,
    publicUrl: publicUrl.origin,
    https: publicUrl.protocol === 'https:',
    hsts: {
      seconds: settings.HSTS_SECONDS,
      includesSubdomains: settings.HSTS_INCLUDE_SUBDOMAINS === 'on',
    },
    adminEmail: settings.ADMIN_EMAIL,
    adminPassword: settings.ADMIN_PASSWORD,
    authSecrets: settings.AUTH_SECRET ?? [],
    limits: {
      memberWritesPerMinute: settings.RATE_LIMIT_MEMBER_WRITES,
      visitorWritesPerMinute: settings.RATE_LIMIT_VISITOR_WRITES,
      keyPerMinute: settings.RATE_LIMIT_KEY,
      procedureFactor: settings.RATE_LIMIT_FACTOR,
      addressFactor: settings.RATE_LIMIT_ADDRESS_FACTOR,
    },
    drainSeconds: settings.DRAIN_SECONDS,
    drainTimeoutSeconds: settings.DRAIN_TIMEOUT_SECONDS,
    smtpUrl: settings.SMTP_URL,
    mailFrom: settings.MAIL_FROM ?? `no-reply@${publicUrl.hostname}`,
    mail: {
      connections: settings.MAIL_CONNECTIONS,
      perMinute: settings.MAIL_PER_MINUTE,
      perDomain: settings.MAIL_DOMAIN_PER_MINUTE,
    },
    mailWebhookSecret: settings.MAIL_WEBHOOK_SECRET,
    s3: settings.S3_URL,
    stripe: stripeSettings(settings),
    signIns: signInSettings(settings),
    sampleContent: settings.SAMPLE_CONTENT === 'on',
    labs: settings.LABS,
    labSlots: labSlots(settings.LAB_SLOTS, settings.LAB_MEMORY_MB),
    labMemoryMb: settings.LAB_MEMORY_MB,
    mediaBytes: settings.MEDIA_QUOTA_GB * 1024 ** 3,
    ffmpeg: { path: settings.FFMPEG_PATH, searchPath },
    logLevel: settings.LOG_LEVEL,
    metricsToken: settings.METRICS_TOKEN,
    tracing: tracingSettings(settings),
    slowStatementMs: settings.SLOW_STATEMENT_MS,
    backups: backupSettings(settings),
    walArchive: settings.WAL_ARCHIVE,
    backupPassphrase: settings.LECTERN_BACKUP_PASSPHRASE,
    trustedProxies: settings.TRUSTED_PROXIES?.split(',').map((proxy) => proxy.trim()) ?? [],
  });
}

function stripeSettings(settings: z.output<typeof environment>): StripeSettings | undefined {
  const { STRIPE_API_URL, STRIPE_SECRET_KEY, STRIPE_WEBHOOK_SECRET } = settings;
  if (STRIPE_SECRET_KEY === undefined || STRIPE_WEBHOOK_SECRET === undefined) return undefined;
  const apiUrl = STRIPE_API_URL ?? 'https://api.stripe.com';
  return { apiUrl, secretKey: STRIPE_SECRET_KEY, webhookSecrets: STRIPE_WEBHOOK_SECRET.split(',') };
}
