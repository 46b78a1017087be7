import { sql } from 'kysely';

/** What a server says of the archive of its log; everyone may ask, of a server of our own or elsewhere. */
export interface ArchiveState {
  readonly is_failing: boolean | null;
  readonly archived_at: Date | null;
  readonly failed_piece: string | null;
}

const FAILING = `
  (select case when current_setting('archive_mode') = 'off' then null
    else coalesce(last_failed_time > coalesce(last_archived_time, '-infinity'), false) end from pg_stat_archiver)`;

/** Whether the last try failed; null: it keeps no archive. */
export const archiveFailing = sql.raw<boolean | null>(FAILING);

export const ARCHIVE_STATE = `
  select ${FAILING} as is_failing, last_archived_time as archived_at, last_failed_wal as failed_piece
  from pg_stat_archiver`;
