import type { Reader } from '#server/db/client';
import { selectRowEstimate } from '../upgrade-sql.ts';
import { type Finding, ok } from './finding.ts';

/** Migrations that change every row of a table, and the seconds that a million rows took on two cores. */
export const LONG_MIGRATIONS = [
  { name: '0227-certificates-by-their-words.sql', table: 'certificates', seconds: 90 },
  { name: '0228-learners-by-name.sql', table: 'enrolments', seconds: 30 },
] as const;
/** Shorter waits are not worth a word. */
const MIN_SECONDS = 5;

/** How long requests will wait for what is migrated: these migrations hold a table until they are done. */
export async function longMigrations(db: Reader, pending: readonly string[]): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const { name, seconds, table } of LONG_MIGRATIONS.filter((one) => pending.includes(one.name))) {
    const rows = await selectRowEstimate(db, table);
    const waiting = Math.round((rows * seconds) / 1e6);
    if (waiting >= MIN_SECONDS)
      findings.push(ok(`${name}: requests that need ${table} wait about ${waiting} seconds (${rows} rows)`));
  }
  return findings;
}
