import { sql } from 'kysely';
import type { ProcessFacts } from '#contract/administration/health';
import type { Reader } from '#server/db/client';

export interface ProcessIdentity {
  readonly id: string;
  readonly kind: 'server' | 'judge';
  readonly host: string;
  readonly pid: number;
  readonly version: string;
  readonly node: string;
  readonly startedAt: Date;
}

/** Writes down how a process is; by the clock of the database, on which all processes agree. */
export async function upsertProcess(
  db: Reader,
  process: ProcessIdentity,
  facts: ProcessFacts,
): Promise<void> {
  const { host, id, kind, node, pid, startedAt, version } = process;
  await sql`
    insert into server_processes (id, kind, host, pid, version, node, started_at, facts)
    values (${id}, ${kind}, ${host}, ${pid}, ${version}, ${node}, ${startedAt}, ${JSON.stringify(facts)}::jsonb)
    on conflict (id) do update set seen_at = now(), facts = excluded.facts`.execute(db);
}

export async function deleteProcess(db: Reader, id: string): Promise<void> {
  await sql`delete from server_processes where id = ${id}`.execute(db);
}

/** Forgets processes that went away without saying so, a while after that was reported. */
export async function deleteSilentProcesses(db: Reader): Promise<void> {
  await sql`delete from server_processes where seen_at < now() - interval '1 hour'`.execute(db);
}
