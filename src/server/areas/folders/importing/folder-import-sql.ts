import { sql } from 'kysely';
import type { FolderImportItem } from '#contract/courses/folders';
import type { FolderImportState } from '#domain/courses/folder-import';
import type { Reader } from '#server/db/client';
import type { Caller } from '#server/services';

export interface FolderReport {
  readonly faults: readonly string[];
  readonly items: readonly FolderImportItem[];
}

export interface FolderImportRow {
  readonly upload_id: string;
  readonly owner_id: string;
  readonly name: string;
  readonly state: FolderImportState;
  readonly done: number;
  readonly total: number;
  readonly report: FolderReport;
  readonly force: boolean;
  readonly ip_address: string;
  readonly request_id: string;
  readonly started_at: Date;
  readonly claimed_at: Date | null;
  readonly touched_at: Date;
}

const COLUMNS = sql`upload_id, owner_id, name, state, done, total, report, force, ip_address, request_id, started_at, claimed_at,
  touched_at`;
const EMPTY: FolderReport = { faults: [], items: [] };

/** The import that a person started last. */
export async function selectFolderImport(db: Reader, ownerId: string): Promise<FolderImportRow | undefined> {
  const { rows } = await sql<FolderImportRow>`
    select ${COLUMNS} from folder_imports where owner_id = ${ownerId}`.execute(db);
  return rows[0];
}

interface Start {
  readonly ownerId: string;
  readonly uploadId: string;
  readonly name: string;
  readonly state: FolderImportState;
  readonly force: boolean;
  readonly caller: Pick<Caller, 'ipAddress' | 'requestId'>;
  readonly now: Date;
  /** What works on it and has not been heard of since then ended with its process. */
  readonly deadSince: Date;
}

/** Asks for a check or an import, which then waits for a process; undefined: this person has something else running. */
export async function startFolderImport(
  db: Reader,
  { caller, deadSince, force, name, now, ownerId, state, uploadId }: Start,
): Promise<FolderImportRow | undefined> {
  const { rows } = await sql<FolderImportRow>`
    insert into folder_imports as i (owner_id, upload_id, name, state, force, ip_address, request_id, started_at, touched_at)
    values (${ownerId}, ${uploadId}, ${name}, ${state}, ${force}, ${caller.ipAddress}, ${caller.requestId}, ${now}, ${now})
    on conflict (owner_id) do update set upload_id = excluded.upload_id, name = excluded.name, state = excluded.state,
      done = 0, total = 0, report = ${JSON.stringify(EMPTY)}::jsonb, started_at = ${now}, touched_at = ${now},
      claimed_at = null, force = excluded.force, ip_address = excluded.ip_address, request_id = excluded.request_id
    where i.state not in ('checking', 'importing') or (i.claimed_at is not null and i.touched_at < ${deadSince})
    returning ${COLUMNS}`.execute(db);
  return rows[0];
}

/** Takes the import that waits longest, unless another one runs; of an owner who administers nothing any more, none. */
export async function claimFolderImport(
  db: Reader,
  { deadSince, now }: { now: Date; deadSince: Date },
): Promise<FolderImportRow | undefined> {
  const { rows } = await sql<FolderImportRow>`
    update folder_imports set claimed_at = ${now}, touched_at = ${now}
    where owner_id = (
      select i.owner_id from folder_imports i join members m on m.id = i.owner_id and m.is_admin and m.is_enabled
      where i.state in ('checking', 'importing') and i.claimed_at is null
        and not exists (select from folder_imports other
          where other.state in ('checking', 'importing') and other.claimed_at is not null and other.touched_at >= ${deadSince})
      order by i.started_at limit 1 for update of i skip locked)
    returning ${COLUMNS}`.execute(db);
  return rows[0];
}

/** The row of one run: a later one of the same person is not written over. */
interface Run {
  readonly ownerId: string;
  readonly startedAt: Date;
}

/** Says that something still works on it, and how far it is. */
export async function touchFolderImport(
  db: Reader,
  { ownerId, startedAt }: Run,
  { done, now, total }: { now: Date; done: number; total: number },
): Promise<void> {
  await sql`update folder_imports set touched_at = ${now}, done = ${done}, total = ${total}
    where owner_id = ${ownerId} and started_at = ${startedAt}`.execute(db);
}

export async function endFolderImport(
  db: Reader,
  { ownerId, startedAt }: Run,
  { now, report, state }: { now: Date; state: FolderImportState; report: FolderReport },
): Promise<void> {
  await sql`update folder_imports set state = ${state}, report = ${JSON.stringify(report)}::jsonb, touched_at = ${now}
    where owner_id = ${ownerId} and started_at = ${startedAt}`.execute(db);
}

/** Whether it is gone: something that runs, or that was started meanwhile, stays. */
export async function deleteFolderImport(
  db: Reader,
  { deadSince, ownerId, uploadId }: Pick<Start, 'deadSince' | 'ownerId' | 'uploadId'>,
): Promise<boolean> {
  const { rows } =
    await sql`delete from folder_imports where owner_id = ${ownerId} and upload_id = ${uploadId}
    and (state not in ('checking', 'importing') or (claimed_at is not null and touched_at < ${deadSince}))
    returning 1`.execute(db);
  return rows.length > 0;
}
