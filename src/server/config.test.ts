import { expect, test } from 'vitest';
import { ConfigError, parseConfig } from './config.ts';

function faultsOf(environment: Record<string, string>): readonly string[] {
  try {
    parseConfig(environment);
  } catch (error) {
    if (error instanceof ConfigError) return error.faults;
    throw error;
  }
  return [];
}

test('nothing needs to be set', () => {
  expect(parseConfig({})).toMatchObject({
    port: 3000,
    host: '127.0.0.1',
    publicUrl: 'http://localhost:3000',
    https: false,
    sampleContent: true,
  });
});

test('labs run unless they are switched off, in at least one slot and within their memory', () => {
  expect(parseConfig({})).toMatchObject({ labs: 'on', labMemoryMb: 1024 });
  expect(parseConfig({ LABS: 'browser-only', LAB_SLOTS: '8', LAB_MEMORY_MB: '2048' })).toMatchObject({
    labs: 'browser-only',
    labSlots: 4,
  });
  expect(parseConfig({ LAB_SLOTS: '1', LAB_MEMORY_MB: '100' }).labSlots).toBe(1);
  expect(parseConfig({ LAB_SLOTS: '0' }).labSlots).toBe(0);
  expect(faultsOf({ LABS: 'yes' })).toEqual(['LABS must be on, browser-only or off']);
});

test('a process does everything unless it is told what, and only with a database that others reach', () => {
  expect(parseConfig({}).roles).toEqual(['web', 'worker', 'judge']);
  expect(parseConfig({ ROLES: 'judge,web, worker' }).roles).toHaveLength(3);
  expect(parseConfig({ ROLES: 'worker', DATABASE_URL: 'postgres://a@b/c' }).roles).toEqual(['worker']);
});

test('statements have no names through a pooler, unless it is said to keep them apart', () => {
  const [pooler, direct] = ['postgres://a@pooler/c', 'postgres://a@server/c'];
  expect(parseConfig({ DATABASE_URL: direct }).database).toEqual({
    directUrl: undefined,
    replicaUrl: undefined,
    preparesStatements: true,
    poolSize: 10,
    statementTimeoutMs: 60_000,
    lockTimeoutMs: 10_000,
  });
  const both = { DATABASE_URL: pooler, DATABASE_DIRECT_URL: direct };
  expect(parseConfig(both).database).toMatchObject({ directUrl: direct, preparesStatements: false });
  const keeping = parseConfig({ ...both, DATABASE_PREPARED_STATEMENTS: 'on' });
  expect(keeping.database.preparesStatements).toBe(true);
  // The same address twice is no pooler.
  const same = parseConfig({ DATABASE_URL: direct, DATABASE_DIRECT_URL: direct });
  expect(same.database).toMatchObject({ directUrl: undefined, preparesStatements: true });
});

test('an empty variable counts as unset', () => {
  expect(parseConfig({ SMTP_URL: '', DATABASE_URL: '', ADMIN_EMAIL: '' })).toMatchObject({
    smtpUrl: undefined,
    databaseUrl: undefined,
  });
});

test('links follow the port until a public address is set', () => {
  expect(parseConfig({ PORT: '8080' }).publicUrl).toBe('http://localhost:8080');
  expect(parseConfig({ PUBLIC_URL: 'https://school.example/' })).toMatchObject({
    publicUrl: 'https://school.example',
    https: true,
    mailFrom: 'no-reply@school.example',
  });
});

test.each([
  [{ PORT: 'http' }, 'PORT must be a number from 0 to 65535, such as 3000'],
  [{ PORT: '70000' }, 'PORT must be a number from 0 to 65535, such as 3000'],
  [{ HOST: 'a b' }, 'HOST must be an IP address of this machine, such as 127.0.0.1 or 0.0.0.0'],
  [
    { DATABASE_URL: 'mysql://x' },
    'DATABASE_URL must be a URL such as postgres://user:password@host:5432/database',
  ],
  [{ PUBLIC_URL: 'school' }, 'PUBLIC_URL must be a URL such as https://school.example'],
  [
    { PUBLIC_URL: 'https://school.example/learn' },
    'PUBLIC_URL must be an origin without a path, such as https://school.example',
  ],
  [
    { PUBLIC_URL: 'https://user:secret@school.example' },
    'PUBLIC_URL must be an origin without a path, such as https://school.example',
  ],
  [{ DATA_DIR: ' ' }, 'DATA_DIR must be a folder path, such as ./data or /var/lib/school'],
  [{ DATA_DIR: 's3://bucket' }, 'DATA_DIR must be a folder path, such as ./data or /var/lib/school'],
  [{ SMTP_URL: 'smtp:mail' }, 'SMTP_URL must be a URL such as smtps://user:password@mail.example:465'],
  [{ SMTP_URL: 'mail.example' }, 'SMTP_URL must be a URL such as smtps://user:password@mail.example:465'],
  [{ SAMPLE_CONTENT: 'yes' }, 'SAMPLE_CONTENT must be on or off'],
  [{ LOG_LEVEL: 'loud' }, 'LOG_LEVEL must be one of fatal, error, warn, info, debug, trace, silent'],
  [{ MAIL_FROM: 'nobody' }, 'MAIL_FROM must be a sender address, such as "School <school@school.example>"'],
  [
    { AUTH_SECRET: 'short' },
    'AUTH_SECRET must be a random text of at least 32 characters, such as the output of openssl rand -hex 32; while you replace it, the new one, a comma, and the old one',
  ],
  [
    { AUTH_SECRET: '0'.repeat(64) },
    'AUTH_SECRET must be a random text of at least 32 characters, such as the output of openssl rand -hex 32; while you replace it, the new one, a comma, and the old one',
  ],
  [{ DATABASE_POOL_SIZE: '1' }, 'DATABASE_POOL_SIZE must be a number from 4 to 500, such as 10'],
  [
    { DATABASE_DIRECT_URL: 'postgres://a@b/c' },
    'DATABASE_DIRECT_URL requires DATABASE_URL: set both or neither',
  ],
  [{ DATABASE_PREPARED_STATEMENTS: 'no' }, 'DATABASE_PREPARED_STATEMENTS must be on or off'],
  [
    { ROLES: 'web,cleaner', DATABASE_URL: 'postgres://a@b/c' },
    'ROLES must be one or more of web, worker, judge, separated by commas, such as web,worker',
  ],
  [{ ROLES: 'web' }, 'ROLES requires DATABASE_URL: a process with an embedded database does everything'],
  [{ MAIL_CONNECTIONS: '0' }, 'MAIL_CONNECTIONS must be a number from 1 to 50, such as 5'],
  [{ DRAIN_SECONDS: 'long' }, 'DRAIN_SECONDS must be a number from 0 to 600, such as 10'],
  [{ RATE_LIMIT_FACTOR: '0' }, 'RATE_LIMIT_FACTOR must be a number from 1 to 1000, such as 10'],
  [
    { TRUSTED_PROXIES: 'nginx' },
    'TRUSTED_PROXIES must be IP addresses or ranges separated by commas, such as 10.0.0.1,10.1.0.0/16',
  ],
  [
    { OIDC_ISSUER: 'https://id.school.example', OIDC_CLIENT_ID: 'a' },
    'OIDC_ISSUER, OIDC_CLIENT_ID, and OIDC_CLIENT_SECRET must be set together: set all or none',
  ],
  [{ OIDC_NAME: 'School ID' }, 'OIDC_NAME requires OIDC_ISSUER: set both or neither'],
  [
    { GOOGLE_CLIENT_ID: 'a' },
    'GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET must be set together: set both or neither',
  ],
  [
    { GITHUB_CLIENT_SECRET: 'a' },
    'GITHUB_CLIENT_ID and GITHUB_CLIENT_SECRET must be set together: set both or neither',
  ],
  [
    { GITHUB_CLIENT_ID: 'a b', GITHUB_CLIENT_SECRET: 'a' },
    'GITHUB_CLIENT_ID must be the value the service gave you, without spaces',
  ],
  [{ OIDC_SECRET: 'a' }, "OIDC_SECRET isn't a Lectern setting; see README.md for the full list"],
  [{ ADMIN_EMAIL: 'a@b.test' }, 'ADMIN_EMAIL and ADMIN_PASSWORD must be set together: set both or neither'],
  [
    { ADMIN_EMAIL: 'nobody', ADMIN_PASSWORD: 'long enough' },
    'ADMIN_EMAIL must be an email address, such as head@school.example',
  ],
  [{ ADMIN_EMAIL: 'a@b.test', ADMIN_PASSWORD: 'short' }, 'ADMIN_PASSWORD must be at least 6 characters'],
  [
    { ADMIN_EMAIL: 'a@b.test', ADMIN_PASSWORD: 'x'.repeat(129) },
    'ADMIN_PASSWORD must be at most 128 characters',
  ],
  [
    { STRIPE_SECRET_KEY: 'sk', STRIPE_WEBHOOK_SECRET: 'whsec_12345678' },
    'STRIPE_SECRET_KEY must be a Stripe secret key, such as sk_test_…',
  ],
  [
    { STRIPE_SECRET_KEY: 'sk_test_12345678', STRIPE_WEBHOOK_SECRET: 'wh' },
    'STRIPE_WEBHOOK_SECRET must be a webhook signing secret, such as whsec_…',
  ],
  [
    { STRIPE_SECRET_KEY: 'sk_test_12345678' },
    'STRIPE_SECRET_KEY and STRIPE_WEBHOOK_SECRET must be set together: set both or neither',
  ],
  [{ STRIPE_API_URL: 'https://x.test' }, 'STRIPE_API_URL requires STRIPE_SECRET_KEY: set both or neither'],
  [
    { S3_URL: 'https://s3' },
    'S3_URL must be a URL such as s3://KEY:SECRET@s3.eu-central-1.amazonaws.com/bucket?region=eu-central-1',
  ],
  [{ DATABSE_URL: 'x' }, "DATABSE_URL isn't a Lectern setting; did you mean DATABASE_URL?"],
  [{ SMPT_URL: 'x' }, "SMPT_URL isn't a Lectern setting; did you mean SMTP_URL?"],
  [{ PROT: '80' }, "PROT isn't a Lectern setting; did you mean PORT?"],
  [{ HSOT: 'x' }, "HSOT isn't a Lectern setting; did you mean HOST?"],
  [{ TORP: 'x' }, "TORP isn't a Lectern setting; did you mean PORT?"],
  [{ SMTP_HOST: 'x' }, "SMTP_HOST isn't a Lectern setting; see README.md for the full list"],
])('%o is refused with what to do', (environment, fault) => {
  expect(faultsOf(environment)).toEqual([fault]);
});

test('a password of six characters is enough for the administrator, as for everybody', () => {
  expect(parseConfig({ ADMIN_EMAIL: 'Head@School.test', ADMIN_PASSWORD: 'sixsix' })).toMatchObject({
    adminEmail: 'head@school.test',
    adminPassword: 'sixsix',
  });
});

test('every fault is named in one message', () => {
  expect(faultsOf({ PORT: 'x', LOG_LEVEL: 'x', SAMPLE_CONTENT: 'x', SMPT_URL: 'x' })).toHaveLength(4);
});

test('no message shows a secret', () => {
  const message = faultsOf({
    ADMIN_EMAIL: 'a@b.test',
    ADMIN_PASSWORD: 'hunter2',
    SMTP_URL: 'bad://user:hunter2@x',
    DATABASE_URL: 'bad://u:hunter2@x',
  }).join();
  expect(message).not.toContain('hunter2');
});

test('variables of others are left alone', () => {
  const foreign = [
    'HOSTNAME',
    'HOME',
    'PATH',
    'PORTAGE',
    'XDG_DATA_DIR',
    'DATADIR',
    'LOGLEVEL',
    'npm_config_cache',
    'POSTGRES_PASSWORD',
    'HOST_IP',
    'POST',
    'PORTS',
    'PATH',
    'HOSTS',
    'SORT',
    'COST',
    'SHOT',
    'STOP',
    'LOGNAME',
    'PWD',
  ];
  const unset = foreign.filter((name) => name !== 'DATADIR' && name !== 'LOGLEVEL');
  expect(faultsOf(Object.fromEntries(unset.map((name) => [name, 'x'])))).toEqual([]);
});

test.for(['sk_live_12345678', 'rk_live_12345678'])(
  'the live key %s is accepted, and is never shown',
  (key) => {
    const keys = { STRIPE_SECRET_KEY: key, STRIPE_WEBHOOK_SECRET: 'whsec_12345678' };
    expect(parseConfig(keys).stripe?.secretKey).toBe(key);
    expect(faultsOf({ ...keys, STRIPE_WEBHOOK_SECRET: 'wh' }).join(' ')).not.toContain(key);
  },
);

test('with the keys of Stripe the school takes payments, without them it does not', () => {
  const keys = { STRIPE_SECRET_KEY: 'sk_test_12345678', STRIPE_WEBHOOK_SECRET: 'whsec_12345678' };
  expect(parseConfig(keys).stripe).toEqual({
    apiUrl: 'https://api.stripe.com',
    secretKey: 'sk_test_12345678',
    webhookSecrets: ['whsec_12345678'],
  });
  expect(parseConfig({}).stripe).toBeUndefined();
});

test('services to sign in by are known by what they need, in the order of their buttons', () => {
  const { signIns } = parseConfig({
    GITHUB_CLIENT_ID: 'g',
    GITHUB_CLIENT_SECRET: 's',
    OIDC_ISSUER: 'https://id.school.example/realm',
    OIDC_CLIENT_ID: 'a',
    OIDC_CLIENT_SECRET: 'b',
  });
  expect(signIns.map(({ id, issuer, name }) => [id, name, issuer])).toEqual([
    ['oidc', 'id.school.example', 'https://id.school.example/realm'],
    ['github', 'GitHub', 'https://github.com'],
  ]);
  expect(parseConfig({}).signIns).toEqual([]);
});

test.each([
  ['http://id.school.example', false],
  ['https://id.school.example?tenant=a', false],
  ['https://user:password@id.school.example', false],
  ['id.school.example', false],
  ['http://127.0.0.1:9000', true],
  ['https://id.school.example', true],
])('%s as issuer of OpenID Connect: %s', (OIDC_ISSUER, isGood) => {
  const faults = faultsOf({ OIDC_ISSUER, OIDC_CLIENT_ID: 'a', OIDC_CLIENT_SECRET: 'b' });
  expect(faults.length === 0).toBe(isGood);
});
