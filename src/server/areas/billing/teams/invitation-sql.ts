import { sql, type Transaction } from 'kysely';
import type { Reader } from '#server/db/client';
import type { DB } from '#server/db/types';

export interface InvitationRow {
  readonly id: string;
  readonly team_id: string;
  readonly email: string;
  readonly sent_at: Date;
  readonly expires_at: Date;
  readonly accepted_at: Date | null;
  readonly accepted_by: string | null;
  readonly withdrawn_at: Date | null;
  readonly declined_at: Date | null;
}

const COLUMNS = [
  'id',
  'team_id',
  'email',
  'sent_at',
  'expires_at',
  'accepted_at',
  'accepted_by',
  'withdrawn_at',
  'declined_at',
] as const;

/** Those that nobody has answered yet, also when their time is over; the newest first. */
export function selectOpenInvitations(db: Reader, teamId: string): Promise<InvitationRow[]> {
  return db
    .selectFrom('team_invitations')
    .select(COLUMNS)
    .where('team_id', '=', teamId)
    .where('accepted_at', 'is', null)
    .where('withdrawn_at', 'is', null)
    .where('declined_at', 'is', null)
    .orderBy('sent_at', 'desc')
    .orderBy('id')
    .execute();
}

/** When the first of the last `most` emails of a team was sent since a time; undefined: there were fewer. */
export async function selectFirstSent(
  trx: Transaction<DB>,
  teamId: string,
  { most, since }: { readonly most: number; readonly since: Date },
): Promise<Date | undefined> {
  const row = await trx
    .selectFrom('team_invitations')
    .select('sent_at')
    .where('team_id', '=', teamId)
    .where('sent_at', '>', since)
    .orderBy('sent_at', 'desc')
    .offset(most - 1)
    .limit(1)
    .executeTakeFirst();
  return row?.sent_at;
}

/** With its team, held until the transaction ends: first the team, as every change of a team does. */
export async function holdInvitation(trx: Transaction<DB>, id: string): Promise<InvitationRow | undefined> {
  await sql`select from teams where id = (select team_id from team_invitations where id = ${id}) for update`.execute(
    trx,
  );
  return trx
    .selectFrom('team_invitations')
    .select(COLUMNS)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
}

export async function selectInvitation(db: Reader, id: string) {
  return db
    .selectFrom('team_invitations')
    .innerJoin('teams', 'teams.id', 'team_invitations.team_id')
    .leftJoin('users', 'users.id', 'teams.owner_id')
    .select([
      'team_invitations.email',
      'expires_at',
      'accepted_at',
      'accepted_by',
      'withdrawn_at',
      'declined_at',
      'teams.name as team',
      'teams.owner_id',
      'users.name as owner',
    ])
    .where('team_invitations.id', '=', id)
    .executeTakeFirst();
}

/** What the owner of this address can accept. */
export function selectInvitationsTo(db: Reader, email: string, now: Date) {
  return db
    .selectFrom('team_invitations')
    .innerJoin('teams', 'teams.id', 'team_invitations.team_id')
    .innerJoin('users', 'users.id', 'teams.owner_id')
    .select(['team_invitations.id', 'teams.name as team', 'users.name as owner', 'expires_at'])
    .where('team_invitations.email', '=', email)
    .where('accepted_at', 'is', null)
    .where('withdrawn_at', 'is', null)
    .where('declined_at', 'is', null)
    .where('expires_at', '>', now)
    .orderBy('team_invitations.created_at')
    .execute();
}

export async function insertInvitation(
  trx: Transaction<DB>,
  values: { team_id: string; email: string; now: Date; expires_at: Date },
): Promise<string> {
  const { email, expires_at, now, team_id } = values;
  const { id } = await trx
    .insertInto('team_invitations')
    .values({ team_id, email, created_at: now, sent_at: now, expires_at })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

type End = 'accepted_at' | 'withdrawn_at' | 'declined_at';

export async function endInvitation(
  trx: Transaction<DB>,
  id: string,
  ended: Partial<Record<End, Date>> & { readonly accepted_by?: string },
): Promise<void> {
  await trx.updateTable('team_invitations').set(ended).where('id', '=', id).execute();
}

export async function renewInvitation(
  trx: Transaction<DB>,
  id: string,
  times: { readonly sent_at: Date; readonly expires_at: Date },
): Promise<void> {
  await trx.updateTable('team_invitations').set(times).where('id', '=', id).execute();
}

/** Whose address is confirmed. */
export function selectMailbox(db: Reader, userId: string) {
  return db
    .selectFrom('users')
    .select(['email', 'email_verified'])
    .where('id', '=', userId)
    .executeTakeFirst();
}

/** Deletes those that ended before a time without anybody who joined; answers how many. */
export async function deleteOldInvitations(db: Reader, before: Date): Promise<number> {
  const { rows } = await sql`
    delete from team_invitations
    where accepted_at is null and coalesce(withdrawn_at, declined_at, expires_at) <= ${before} returning 1`.execute(
    db,
  );
  return rows.length;
}
