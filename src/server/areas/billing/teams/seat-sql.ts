import { sql, type Transaction } from 'kysely';
import type { Reader } from '#server/db/client';
import type { DB } from '#server/db/types';

export interface DueSeat {
  readonly id: string;
  readonly no: number;
  readonly user_id: string;
}

/** Seats of teams that changed since the plan of their person was written down. */
export async function selectDueSeats(db: Reader, after: number, limit: number): Promise<DueSeat[]> {
  const { rows } = await sql<DueSeat>`
    select s.id, s.no, s.user_id from team_seats s join teams t on t.id = s.team_id
    where s.released_at is null and s.written_no < t.change_no and s.no > ${after}
    order by s.no limit ${limit}`.execute(db);
  return rows;
}

export async function selectChangeNo(db: Reader, seatId: string): Promise<number> {
  const row = await db
    .selectFrom('team_seats')
    .innerJoin('teams', 'teams.id', 'team_seats.team_id')
    .select('change_no')
    .where('team_seats.id', '=', seatId)
    .executeTakeFirst();
  return row?.change_no ?? 0;
}

export async function markWritten(trx: Transaction<DB>, seatId: string, changeNo: number): Promise<void> {
  await trx.updateTable('team_seats').set({ written_no: changeNo }).where('id', '=', seatId).execute();
}

export interface SeatRow {
  readonly id: string;
  readonly user_id: string;
  readonly name: string;
  readonly email: string;
  readonly assigned_at: Date;
  readonly released_at: Date | null;
}

/** The seats of a team, in the order in which they were assigned; freed ones after them. */
export async function selectSeats(db: Reader, teamId: string): Promise<SeatRow[]> {
  const { rows } = await sql<SeatRow>`
    select s.id, s.user_id, u.name, u.email, s.assigned_at, s.released_at
    from team_seats s join users u on u.id = s.user_id
    where s.team_id = ${teamId} order by s.released_at nulls first, s.no`.execute(db);
  return rows;
}

/** Of a team, how many hold a place, and how many are invited and have not answered yet. */
export async function countPlaces(
  db: Reader,
  teamId: string,
  now: Date,
): Promise<{ assigned: number; invited: number }> {
  const { rows } = await sql<{ assigned: number; invited: number }>`
    select (select count(*)::int from team_seats where team_id = ${teamId} and released_at is null) as assigned,
      (select count(*)::int from team_invitations where team_id = ${teamId} and accepted_at is null
        and withdrawn_at is null and declined_at is null and expires_at > ${now}) as invited`.execute(db);
  return rows[0] ?? { assigned: 0, invited: 0 };
}

export async function insertSeat(
  trx: Transaction<DB>,
  teamId: string,
  userId: string,
  now: Date,
): Promise<boolean> {
  const row = await trx
    .insertInto('team_seats')
    .values({ team_id: teamId, user_id: userId, assigned_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Whose seat it was, when it was held until now. */
export async function releaseSeat(
  trx: Transaction<DB>,
  seat:
    | { readonly teamId: string; readonly id: string }
    | { readonly teamId: string; readonly userId: string },
  now: Date,
): Promise<string | undefined> {
  const row = await trx
    .updateTable('team_seats')
    .set({ released_at: now })
    .where('team_id', '=', seat.teamId)
    .where('id' in seat ? 'id' : 'user_id', '=', 'id' in seat ? seat.id : seat.userId)
    .where('released_at', 'is', null)
    .returning('user_id')
    .executeTakeFirst();
  return row?.user_id;
}
