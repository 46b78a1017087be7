import type { Tier } from '#domain/tiers';
import { batchedBy } from '#server/db/batched';
import type { Db } from '#server/db/client';
import { prepared } from '#server/db/prepared';
import {
  ADDED,
  COURSES,
  DATED,
  DUE,
  ENDING,
  list,
  OWN,
  PUBLISHED,
  RUNNING,
  TURNS,
} from './dashboard-parts-sql.ts';
import type { DashboardRow, UsedRow } from './dashboard-row.ts';

const ASKED =
  'jsonb_to_recordset($1::jsonb) as asked (n integer, user_id uuid, now timestamptz, tiers tier[], soon timestamptz)';
// To begin and end a statement of 130 nodes costs as much as what it finds: who asks at the same moment shares it.
export const DASHBOARD = `
  select asked.n, found.* from ${ASKED}
  cross join lateral (
    with own as materialized (${OWN})
    select ${list(COURSES)} as courses, ${list(DUE)} as due, ${list(RUNNING)} as running,
      ${list(DATED)} as dated, ${list(ENDING)} as ending, ${list(ADDED)} as added, ${list(PUBLISHED)} as published,
      (${TURNS}) as turns_at
    limit 1) found`;
const dashboards = prepared<DashboardRow & { n: number }>(DASHBOARD);
const usedParts = prepared<UsedRow & { n: number }>(`
  select asked.n, found.* from ${ASKED}
  cross join lateral (
    with own as materialized (${OWN})
    select ${list(COURSES)} as courses, ${list(ADDED)} as added
    limit 1) found`);

export interface Asked {
  readonly userId: string;
  readonly now: Date;
  /** What this person may open. */
  readonly tiers: readonly Tier[];
  /** Until when something is soon. */
  readonly soon: Date;
}

/** Everything that a dashboard is made of, in one statement. */
export function selectDashboard(db: Db, asked: Asked): Promise<DashboardRow> {
  return together(db)(asked);
}

/** The parts of a dashboard that saving progress can change. */
export function selectUsed(db: Db, asked: Asked): Promise<UsedRow> {
  return usedTogether(db)(asked);
}

const together = batchedBy((db: Db) => (all: readonly Asked[]) => askFor(db, dashboards, all));
const usedTogether = batchedBy((db: Db) => (all: readonly Asked[]) => askFor(db, usedParts, all));

/** Answers in the order of those who ask. */
async function askFor<Row extends { readonly n: number }>(
  { pool }: Db,
  statement: (target: Db['pool'], values: readonly unknown[]) => Promise<Row[]>,
  all: readonly Asked[],
): Promise<Row[]> {
  const asked = all.map(({ userId, ...rest }, n) => ({ n, user_id: userId, ...rest }));
  const rows = await statement(pool, [JSON.stringify(asked)]);
  const found = new Map(rows.map((row) => [row.n, row]));
  return all.map((_, n) => {
    const row = found.get(n);
    if (!row) throw new Error('the statement of the dashboard answers one row for each who asks');
    return row;
  });
}
