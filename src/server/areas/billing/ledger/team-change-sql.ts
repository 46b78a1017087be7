import { sql, type Transaction } from 'kysely';
import { notify } from '#server/db/notify';
import type { DB } from '#server/db/types';
import { BILLING_CHANNEL } from '../billing-channel.ts';

/** Has the plans of a team's members written again, once the transaction commits. */
export async function noteTeamChange(trx: Transaction<DB>, teamId: string): Promise<void> {
  await sql`update teams set change_no = change_no + 1 where id = ${teamId}`.execute(trx);
  await notify(trx, BILLING_CHANNEL);
}
