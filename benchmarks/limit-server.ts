/**
 * The limits of this machine: node:http alone (`bare`), node:http that reads what it is sent (`reading`), and node:http
 * with one select by primary key (`select`), one insert (`insert`), one check of a password (`hash`), or a check between a select
 * and an insert (`sign-in`) for each request.
 */
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import pg from 'pg';
import { findRunning } from '#server/db/embedded/find-running';
import { NamedClient, registerNamed } from '#server/db/named-client';

const [kind = 'bare', dataDir = '', bytes = '1000'] = process.argv.slice(2);
const body = Buffer.alloc(Number(bytes), 'x');
const headers = { 'content-type': 'application/json', 'content-length': body.length };
const SELECT = registerNamed('select id, slug, title from courses where id = $1');
const INSERT = registerNamed('insert into bench_notices (id, type, received_at) values ($1, $2, now())');
const inserts = kind === 'insert' || kind === 'sign-in';
const pool =
  kind === 'select' || inserts
    ? new pg.Pool({ ...(await findRunning(dataDir)), max: 8, Client: NamedClient })
    : null;
pool?.on('error', () => undefined);
if (inserts)
  await pool?.query(
    'create table if not exists bench_notices (id uuid primary key, type text, received_at timestamptz)',
  );
const check = kind === 'hash' || kind === 'sign-in' ? await passwordCheck() : null;
const id = (await pool?.query<{ id: string }>('select id from courses limit 1'))?.rows[0]?.id;

const server = createServer(async (request, response) => {
  if (kind !== 'bare' && kind !== 'select') await readAll(request);
  if (kind === 'select' || kind === 'sign-in') await pool?.query(SELECT, [id]);
  await check?.();
  if (inserts) await pool?.query(INSERT, [randomUUID(), 'invoice.paid']);
  response.writeHead(200, headers).end(body);
});
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  process.stdout.write(`listening ${address && typeof address === 'object' ? address.port : 0}\n`);
});

async function passwordCheck(): Promise<() => Promise<boolean>> {
  const { hashPassword, verifyPassword } = await import('#server/areas/accounts/password/passwords');
  const hashed = await hashPassword('a quiet sentence to remember');
  return () => verifyPassword(hashed, 'a quiet sentence to remember');
}

async function readAll(request: IncomingMessage): Promise<void> {
  request.resume();
  if (!request.readableEnded) await once(request, 'end').catch(() => undefined);
}
