import { sql } from 'kysely';
import { openAccount } from '#server/areas/billing/ledger/open-account';
import type { Services } from '#server/services';
import { ADDRESS } from './person.ts';

/** Paid a plan by bank transfer, and got a part of it back. */
export async function payByTransfer(
  { clock, db }: Pick<Services, 'clock' | 'db'>,
  id: string,
): Promise<void> {
  const now = clock.now();
  await db.transaction(async (trx) => {
    const account = await openAccount(trx, id, now);
    const transfer = await trx
      .insertInto('bank_transfers')
      .values({
        account_id: account?.id ?? '',
        reference: 'L-ERASURE',
        tier: 'basic',
        interval: 'month',
        amount: 900,
        currency: 'eur',
        state: 'paid',
        ordered_at: now,
        number: 'B-1',
        paid_at: now,
        period_from: now,
        period_to: new Date(now.getTime() + 86_400_000),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await trx.insertInto('bank_refunds').values({ transfer_id: transfer.id, amount: 100, at: now }).execute();
  });
}

/** Owns a team that is paid for, holds a seat in it by an invitation, and ticked a step of the set-up of payments. */
export async function ownATeam({ clock, db }: Pick<Services, 'clock' | 'db'>, id: string): Promise<void> {
  const now = clock.now();
  await db.transaction(async (trx) => {
    const team = await trx
      .insertInto('teams')
      .values({ name: 'The team', owner_id: id })
      .returning('id')
      .executeTakeFirstOrThrow();
    const account = await trx
      .insertInto('billing_accounts')
      .values({ team_id: team.id })
      .returning('id')
      .executeTakeFirstOrThrow();
    const customer = { provider: 'stripe', customer: 'cus_team', account_id: account.id };
    await trx
      .insertInto('billing_customers')
      // The provider has forgotten it already: the deletion of the account does not wait for that.
      .values({ ...customer, livemode: false, payer_id: id, deleted_at: now })
      .execute();
    await sql`insert into billing_facts (account_id, provider, customer, kind, subject, body)
      values (${account.id}, 'stripe', 'cus_team', 'subscription', 'sub_team', '{}')`.execute(trx);
    await trx.insertInto('team_seats').values({ team_id: team.id, user_id: id, assigned_at: now }).execute();
    await trx
      .insertInto('team_invitations')
      .values({
        team_id: team.id,
        email: ADDRESS,
        created_at: now,
        sent_at: now,
        expires_at: now,
        accepted_at: now,
        accepted_by: id,
      })
      .execute();
    await trx
      .insertInto('billing_setup_ticks')
      .values({ step: 'terms', ticked_by: id, ticked_at: now })
      .execute();
  });
}
