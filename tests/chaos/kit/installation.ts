import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { onTestFinished } from 'vitest';
import { startMailServer } from '#tests/integration/mail/mail-server';
import { startS3Server } from '#tests/kit/s3-server';
import { makeScratch, removeScratch } from '#tests/kit/scratch';
import { type School, startSchool } from '../../durability/school-server.ts';
import { type Line, startLine } from './line.ts';
import { type Postgres, startPostgres } from './postgres.ts';

/** What a person would run: two processes with pages, one that works in the background, and what they need outside. */
export interface Installation {
  readonly dataDir: string;
  /** Those that serve pages; a killed one is replaced in its place. */
  readonly webs: School[];
  worker: School;
  readonly postgres: Postgres;
  /** Between our processes and the database. */
  readonly database: Line;
  readonly mailLine: Line;
  readonly mails: readonly string[];
  readonly store: Awaited<ReturnType<typeof startS3Server>>;
  /** Past every line. */
  readonly client: () => Promise<pg.Client>;
  startWeb(): Promise<School>;
  startWorker(): Promise<School>;
  /** Nobody judges until then; LABS has to be on. */
  startJudge(): Promise<School>;
}

export async function startInstallation(extra: Record<string, string> = {}): Promise<Installation> {
  const scratch = makeScratch('chaos');
  const dataDir = join(scratch, 'data');
  mkdirSync(dataDir, { mode: 0o711 });
  const postgres = await startPostgres(scratch);
  const database = await startLine({ path: join(postgres.socket, '.s.PGSQL.5432') });
  const mailServer = await startMailServer();
  const mailLine = await startLine({ host: '127.0.0.1', port: Number(new URL(mailServer.url).port) });
  const store = await startS3Server();
  const started: School[] = [];
  onTestFinished(async () => {
    await Promise.all(started.map((school) => school.kill('SIGKILL')));
    await Promise.all([database.stop(), mailLine.stop(), mailServer.stop(), store.stop()]);
    await postgres.stop();
    removeScratch(scratch);
  });
  const { password, user } = postgres;
  const env = {
    DATABASE_URL: `postgres://${user}:${password}@127.0.0.1:${database.port}/${postgres.database}`,
    SMTP_URL: `smtp://127.0.0.1:${mailLine.port}`,
    S3_URL: store.url(),
    LABS: 'off',
    // What is proved here is not how often one may ask.
    RATE_LIMIT_FACTOR: '1000',
    RATE_LIMIT_MEMBER_WRITES: '1000000',
    RATE_LIMIT_VISITOR_WRITES: '1000000',
    LOG_LEVEL: 'warn',
    ...extra,
  };
  const start = async (roles: string): Promise<School> => {
    const school = startSchool(dataDir, { env: { ...env, ROLES: roles } });
    started.push(school);
    await school.says(/Lectern (?:is ready|judges labs)/, 120_000);
    return school;
  };
  const webs = [await start('web'), await start('web')];
  const client = async () => {
    const connection = new pg.Client({ host: postgres.socket, database: postgres.database, user, password });
    connection.on('error', () => undefined);
    await connection.connect();
    return connection;
  };
  return {
    dataDir,
    webs,
    worker: await start('worker'),
    postgres,
    database,
    mailLine,
    mails: mailServer.mails,
    store,
    client,
    startWeb: () => start('web'),
    startWorker: () => start('worker'),
    startJudge: () => start('judge'),
  };
}
