import { spawn, spawnSync } from 'node:child_process';
import { chmodSync, chownSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { serverIdentity } from '#server/db/embedded/identity';
import type { TestServer } from '#tests/kit/global-setup';
import { freePort } from '#tests/kit/run/free-port';

/** From this version on, PgBouncer can keep the names of prepared statements apart. */
const KEEPS_NAMES = [1, 21] as const;

/** Whether the PgBouncer at `program` can keep names apart. */
export function canKeepNames(program: string): boolean {
  const { stdout } = spawnSync(program, ['--version'], { encoding: 'utf8' });
  const [, major = 0, minor = 0] = (/PgBouncer (\d+)\.(\d+)/.exec(stdout) ?? []).map(Number);
  return major > KEEPS_NAMES[0] || (major === KEEPS_NAMES[0] && minor >= KEEPS_NAMES[1]);
}

/** Starts the PgBouncer at `program` in front of a database, in its mode for transactions. */
export async function startPgbouncer(
  program: string,
  server: TestServer & { database: string },
  { keepsNames = false, size = 3 } = {},
) {
  const folder = mkdtempSync(join(tmpdir(), 'lectern-pgbouncer-'));
  const port = await freePort();
  const { database, host, password, port: upstream, user } = server;
  const settings = join(folder, 'pgbouncer.ini');
  const users = join(folder, 'users.txt');
  writeFileSync(users, `"${user}" "${password}"\n`);
  writeFileSync(
    settings,
    `[databases]
${database} = host=${host} port=${upstream} dbname=${database}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = trust
auth_file = ${users}
pool_mode = transaction
default_pool_size = ${size}
${canKeepNames(program) ? `max_prepared_statements = ${keepsNames ? 1000 : 0}\n` : ''}`,
  );
  const identity = serverIdentity();
  chmodSync(folder, 0o755);
  // It refuses to run as root.
  if (identity) for (const path of [settings, users]) chownSync(path, identity.uid, identity.gid);
  const child = spawn(program, [settings], {
    stdio: ['ignore', 'pipe', 'pipe'],
    ...(identity && { uid: identity.uid, gid: identity.gid }),
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      said += text;
    });
  const ended = new Promise((resolve) => child.once('close', resolve));
  await answers({ host: '127.0.0.1', port, user, database }, () => said);
  return {
    port,
    async stop() {
      child.kill('SIGTERM');
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function answers(connection: pg.ClientConfig, said: () => string): Promise<void> {
  for (const deadline = Date.now() + 10_000; ; await wait(50)) {
    const client = new pg.Client(connection);
    client.on('error', () => undefined);
    try {
      await client.connect();
      return await client.end();
    } catch (error) {
      if (Date.now() > deadline) throw new Error(`PgBouncer never answered: ${said()}`, { cause: error });
    }
  }
}
