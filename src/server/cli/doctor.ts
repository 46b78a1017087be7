import { accessSync, constants, existsSync, mkdirSync, statSync } from 'node:fs';
import { createConnection } from 'node:net';
import { join } from 'node:path';
import pg from 'pg';
import type { Config } from '#server/config';
import { freeBytes, RESERVE_BYTES } from '#server/db/embedded/disk-watch';
import { findRunning } from '#server/db/embedded/find-running';
import { serverIdentity } from '#server/db/embedded/identity';
import { pendingMigrations } from '#server/db/pending-migrations';

/** One line of the report: what was looked at, and when it is not in order, what to do. */
export interface Finding {
  readonly ok: boolean;
  readonly what: string;
  readonly remedy?: string;
}

const OLDEST_POSTGRES = 15;
const ok = (what: string): Finding => ({ ok: true, what });
const fault = (what: string, remedy: string): Finding => ({ ok: false, what, remedy });
const reason = (error: unknown) => (error instanceof Error ? error.message : String(error));

/** Looks at everything that Lectern needs. Changes nothing but an empty data folder. */
export async function examine(config: Config): Promise<Finding[]> {
  const findings = [versions(), dataFolder(config), diskSpace(config)];
  findings.push(...(await database(config)));
  findings.push(await mail(config), await address(config));
  return findings;
}

function versions(): Finding {
  const major = Number(process.versions.node.split('.')[0]);
  const what = `Node.js ${process.versions.node}`;
  return major >= 24
    ? ok(what)
    : fault(what, 'run it through npm (npm run lectern -- doctor): npm brings Node.js 24');
}

function dataFolder({ dataDir }: Config): Finding {
  const what = `data folder ${dataDir}`;
  try {
    mkdirSync(dataDir, { recursive: true, mode: serverIdentity() ? 0o711 : 0o700 });
    accessSync(dataDir, constants.R_OK | constants.W_OK | constants.X_OK);
    const open = ['auth-secret', 'postgres-password']
      .map((name) => join(dataDir, 'secrets', name))
      .filter((file) => existsSync(file) && (statSync(file).mode & 0o077) !== 0);
    return open.length === 0
      ? ok(what)
      : fault(`${what}: others can read ${open.join(', ')}`, `chmod 600 ${open.join(' ')}`);
  } catch (error) {
    return fault(`${what}: ${reason(error)}`, 'make it writable, or set DATA_DIR to another folder');
  }
}

function diskSpace({ dataDir }: Config): Finding {
  const free = existsSync(dataDir) ? freeBytes(dataDir) : 0;
  const what = `disk: ${Math.floor(free / 1024 ** 2)} MB free`;
  return free >= RESERVE_BYTES
    ? ok(what)
    : fault(what, `free at least ${RESERVE_BYTES / 1024 ** 2} MB; below that Lectern takes no changes`);
}

async function database(config: Config): Promise<Finding[]> {
  const connection = config.databaseUrl
    ? { connectionString: config.databaseUrl, connectionTimeoutMillis: 5000 }
    : findRunning(config.dataDir);
  if (!connection) {
    const made = existsSync(join(config.dataDir, 'postgres'));
    return [
      ok(
        made
          ? 'database: embedded PostgreSQL, not running now'
          : 'database: embedded PostgreSQL, made at the first start',
      ),
    ];
  }
  const client = new pg.Client(connection);
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<{ version: string }>('show server_version');
    const version = rows[0]?.version ?? 'unknown';
    const what = `database: PostgreSQL ${version}`;
    const pending = await pendingMigrations(connection);
    return [
      Number.parseInt(version, 10) >= OLDEST_POSTGRES
        ? ok(what)
        : fault(what, `Lectern needs PostgreSQL ${OLDEST_POSTGRES} or later`),
      pending.length === 0
        ? ok('migrations: all applied')
        : fault(`migrations: ${pending.join(', ')} not applied`, 'start Lectern, it applies them'),
    ];
  } catch (error) {
    return [
      fault(
        `database: ${reason(error)}`,
        'check DATABASE_URL, and that the server runs and lets this machine in',
      ),
    ];
  } finally {
    await client.end().catch(() => undefined);
  }
}

async function mail({ dataDir, smtpUrl }: Config): Promise<Finding> {
  if (!smtpUrl) return ok(`mail: no SMTP_URL, mails are written to ${join(dataDir, 'outbox')}`);
  const { hostname, port, protocol } = new URL(smtpUrl);
  const number = Number(port) || (protocol === 'smtps:' ? 465 : 587);
  const answers = await reaches(hostname, number);
  return answers
    ? ok(`mail: ${hostname}:${number} answers`)
    : fault(
        `mail: ${hostname}:${number} does not answer`,
        'check SMTP_URL and the firewall; mails wait and are tried again',
      );
}

async function address({ host, port, publicUrl }: Config): Promise<Finding> {
  const local = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host;
  if (!(await reaches(local, port)))
    return ok(`address: ${host}:${port} is free; links will begin with ${publicUrl}`);
  const ours = await fetch(`http://${local.includes(':') ? `[${local}]` : local}:${port}/healthz`, {
    signal: AbortSignal.timeout(3000),
  }).then(
    (reply) => reply.ok,
    () => false,
  );
  return ours
    ? ok(`address: Lectern answers on ${host}:${port}`)
    : fault(`address: another program uses ${host}:${port}`, 'stop it, or set PORT to another number');
}

function reaches(host: string, port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = createConnection({ host, port, timeout: 3000 });
    const end = (answer: boolean) => {
      socket.destroy();
      resolve(answer);
    };
    socket.once('connect', () => end(true));
    socket.once('timeout', () => end(false));
    socket.once('error', () => end(false));
  });
}
