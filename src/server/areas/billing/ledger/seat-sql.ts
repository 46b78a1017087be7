import { sql } from 'kysely';
import type { Policy } from '#domain/billing/entitlement';
import { seatStretches } from '#domain/billing/seats';
import type { Stretch } from '#domain/billing/stretches';
import type { Reader } from '#server/db/client';
import { selectFacts } from './ledger-sql.ts';

interface HeldSeat {
  readonly id: string;
  readonly team_id: string;
  readonly name: string;
  readonly owner_name: string | null;
  readonly account_id: string | null;
  /** How many people of the team were given a seat before. */
  readonly place: number;
}

/** The seats of a person that were not freed, also those that are not paid for at the moment. */
export async function selectHeldSeats(db: Reader, userId: string): Promise<HeldSeat[]> {
  const { rows } = await sql<HeldSeat>`
    select s.id, s.team_id, t.name, u.name as owner_name, a.id as account_id,
      (select count(*)::int from team_seats b where b.team_id = s.team_id and b.released_at is null and b.no < s.no)
        as place
    from team_seats s join teams t on t.id = s.team_id left join users u on u.id = t.owner_id
    left join billing_accounts a on a.team_id = t.id
    where s.user_id = ${userId} and s.released_at is null order by s.no`.execute(db);
  return rows;
}

/** When the teams of a person bring them a tier; `mark` is another one whenever that may have changed. */
export async function selectSeatStretches(
  db: Reader,
  userId: string,
  policy: Policy,
): Promise<{ stretches: Stretch[]; mark: string }> {
  const stretches: Stretch[] = [];
  const marks: string[] = [];
  for (const { account_id, id, name, place } of await selectHeldSeats(db, userId)) {
    const facts = account_id === null ? [] : await selectFacts(db, account_id);
    stretches.push(...seatStretches({ name, facts }, place, policy));
    marks.push(`${id} ${place} ${facts.at(-1)?.v ?? 0}`);
  }
  return { stretches, mark: marks.join(' ') };
}
