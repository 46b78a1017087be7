import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { findRunning } from '#server/db/embedded/find-running';
import { removeDataDir, type Started, startScript } from '#tests/kit/process';
import { ensureBundle } from '#tools/server/ensure-bundle';
import { send } from '../load.ts';
import { readStartSettings } from '../server/start-settings.ts';

export const ADMIN = { email: 'head@school.test', password: 'a-long-secret-of-the-head' };

/** A school of its own, as `npm start` starts it. */
export interface OwnSchool {
  readonly port: number;
  readonly dataDir: string;
  readonly origin: string;
  readonly server: Started;
  /** Until /readyz says so. */
  readonly startMs: number;
  readonly connect: () => Promise<pg.Client>;
  /** Leaves the data folder. */
  readonly stop: () => Promise<void>;
}

export const makeDataDir = () => mkdtempSync(join(tmpdir(), 'lectern-bench-'));

export async function startOwnSchool(
  root: string,
  { dataDir, env = {}, port }: { dataDir: string; env?: Record<string, string>; port: number },
): Promise<OwnSchool> {
  const main = await ensureBundle(root);
  const begin = performance.now();
  const settings = readStartSettings(root);
  const server = startScript(main, [], {
    nodeArgs: settings.nodeArgs,
    env: {
      PORT: String(port),
      DATA_DIR: dataDir,
      LOG_LEVEL: 'warn',
      ...settings.env,
      ADMIN_EMAIL: ADMIN.email,
      ADMIN_PASSWORD: ADMIN.password,
      TRUSTED_PROXIES: '127.0.0.1',
      ...env,
    },
  });
  const isReady = () =>
    send(port, { path: '/readyz' }).then(
      ({ status }) => status === 200,
      () => false,
    );
  for (; !(await isReady()); await wait(5))
    if (server.child.exitCode !== null) throw new Error(server.output());
  const startMs = performance.now() - begin;
  const connect = async () => {
    const client = new pg.Client((await findRunning(dataDir)) ?? {});
    // After a failure the server ends before its clients do: what failed is told, not that.
    client.on('error', () => undefined);
    await client.connect();
    return client;
  };
  const stop = () => server.kill('SIGTERM');
  return { port, dataDir, origin: `http://localhost:${port}`, server, startMs, connect, stop };
}

export async function removeSchool({ dataDir, server, stop }: OwnSchool): Promise<void> {
  if (server.child.exitCode === null) await stop();
  removeDataDir(dataDir);
}
