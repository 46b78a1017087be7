import type pg from 'pg';
import { BackupError } from './backup-error.ts';
import { inPublic, readSequences } from './catalogue.ts';
import type { Contents } from './layout.ts';

/** Lets every sequence go on where it was when the backup was made. Inside a transaction. */
export async function setSequences(client: pg.Client, sequences: Contents['sequences']): Promise<void> {
  const own = (await readSequences(client)).map(({ name }) => name);
  if (JSON.stringify(own) !== JSON.stringify(sequences.map(({ name }) => name)))
    throw new BackupError("The sequences in this backup don't match this version. Nothing was changed.");
  for (const { last, name } of sequences) {
    // A value that is set stays set after a rollback; a sequence that was restarted in the transaction goes back.
    await client.query(`alter sequence ${inPublic(name)} restart`);
    await client.query(
      `select setval(format('public.%I', sequencename)::regclass, coalesce($2::bigint, start_value), $2 is not null)
       from pg_sequences where schemaname = 'public' and sequencename = $1`,
      [name, last],
    );
  }
}
