import pg from 'pg';
import { ARCHIVE_STATE, type ArchiveState } from '#server/db/backup/archive-state';
import { type Finding, fault, ok } from './finding.ts';

/** Whether the server's log is archived; nothing where no archive is kept. */
export async function checkArchive(connection: pg.ClientConfig): Promise<Finding[]> {
  const client = new pg.Client(connection);
  client.on('error', () => undefined);
  await client.connect();
  try {
    const { rows } = await client.query<ArchiveState>(ARCHIVE_STATE);
    return rows.flatMap(findingOf);
  } finally {
    await client.end();
  }
}

function findingOf({ archived_at, failed_piece, is_failing }: ArchiveState): Finding[] {
  if (is_failing === null) return [];
  const last = archived_at ? `last archived at ${archived_at.toISOString()}` : 'nothing archived yet';
  if (!is_failing) return [ok(`archive of the database log: ${last}`)];
  return [
    fault(
      `archive of the database log: ${failed_piece} can't be archived, ${last}`,
      'check that the folder of WAL_ARCHIVE exists, belongs to the user of the database server, has free space, and is in ReadWritePaths of the systemd unit; with your own PostgreSQL, check archive_command',
    ),
  ];
}
