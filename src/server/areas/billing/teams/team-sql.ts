import type { Transaction } from 'kysely';
import { sql } from 'kysely';
import type { Reader } from '#server/db/client';
import { containing } from '#server/db/lists/literal-pattern';
import type { DB } from '#server/db/types';
import { type Account, holdAccount } from '../ledger/ledger-sql.ts';

export interface TeamRow {
  readonly id: string;
  readonly name: string;
  readonly owner_id: string | null;
}

const COLUMNS = ['id', 'name', 'owner_id'] as const;

/** The team that a person owns; nobody owns two. */
export function selectOwnedTeam(db: Reader, ownerId: string): Promise<TeamRow | undefined> {
  return db.selectFrom('teams').select(COLUMNS).where('owner_id', '=', ownerId).executeTakeFirst();
}

export function selectTeam(db: Reader, id: string): Promise<TeamRow | undefined> {
  return db.selectFrom('teams').select(COLUMNS).where('id', '=', id).executeTakeFirst();
}

/** Nobody else changes its seats or invitations until the transaction ends. */
export function holdTeam(trx: Transaction<DB>, id: string): Promise<TeamRow | undefined> {
  return trx.selectFrom('teams').select(COLUMNS).where('id', '=', id).forUpdate().executeTakeFirst();
}

/** Makes a team for a person who owns none; answers the one that they own. */
export async function insertTeam(
  trx: Transaction<DB>,
  { name, now, ownerId }: { name: string; ownerId: string; now: Date },
): Promise<{ team: TeamRow; isNew: boolean } | undefined> {
  const made = await trx
    .insertInto('teams')
    .values({ name, owner_id: ownerId, created_at: now })
    .onConflict((conflict) => conflict.column('owner_id').doNothing())
    .returning(COLUMNS)
    .executeTakeFirst();
  const team = made ?? (await selectOwnedTeam(trx, ownerId));
  return team && { team, isNew: made !== undefined };
}

export async function updateTeam(
  trx: Transaction<DB>,
  id: string,
  values: { readonly name: string } | { readonly owner_id: string },
): Promise<void> {
  await trx.updateTable('teams').set(values).where('id', '=', id).execute();
}

export function selectTeamAccount(db: Reader, teamId: string): Promise<Account | undefined> {
  return db
    .selectFrom('billing_accounts')
    .select(['id', 'user_id', 'team_id'])
    .where('team_id', '=', teamId)
    .executeTakeFirst();
}

/** The account that a team's seats are paid from, held until the transaction ends. */
export async function openTeamAccount(trx: Transaction<DB>, teamId: string): Promise<Account | undefined> {
  await trx
    .insertInto('billing_accounts')
    .values({ team_id: teamId })
    .onConflict((conflict) => conflict.column('team_id').doNothing())
    .execute();
  const known = await selectTeamAccount(trx, teamId);
  return known && holdAccount(trx, known.id);
}

interface ListedTeam extends TeamRow {
  readonly owner_name: string | null;
  readonly account_id: string | null;
  readonly held: number;
  readonly created_at: Date;
}

/** Teams for administrators, the newest first; '' is contained in all. */
export async function selectTeams(
  db: Reader,
  { contains, limit }: { contains: string; limit: number },
): Promise<ListedTeam[]> {
  const like = containing(contains);
  const { rows } = await sql<ListedTeam>`
    select t.id, t.name, t.owner_id, u.name as owner_name, a.id as account_id, t.created_at,
      (select count(*)::int from team_seats s where s.team_id = t.id and s.released_at is null) as held
    from teams t left join users u on u.id = t.owner_id left join billing_accounts a on a.team_id = t.id
    where ${contains} = '' or t.name ilike ${like} or u.name ilike ${like} or u.email ilike ${like}
    order by t.created_at desc, t.id limit ${limit}`.execute(db);
  return rows;
}

interface HistoricSeat {
  readonly name: string;
  readonly assigned_at: Date;
  readonly released_at: Date | null;
}

/** Every seat that a person was ever given, the newest first. */
export function selectSeatHistory(db: Reader, userId: string): Promise<HistoricSeat[]> {
  return db
    .selectFrom('team_seats')
    .innerJoin('teams', 'teams.id', 'team_seats.team_id')
    .select(['teams.name', 'assigned_at', 'released_at'])
    .where('user_id', '=', userId)
    .orderBy('no', 'desc')
    .limit(100)
    .execute();
}
