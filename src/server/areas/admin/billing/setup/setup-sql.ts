import { sql, type Transaction } from 'kysely';
import type { Reader } from '#server/db/client';
import type { DB } from '#server/db/types';

interface Facts {
  readonly last_webhook_at: Date | null;
  readonly has_subscribers: boolean;
  readonly plans_without_price: number;
}

interface Shop {
  readonly name: string;
  readonly livemode: boolean;
}

export async function selectSetupFacts(db: Reader, { livemode, name }: Shop): Promise<Facts | undefined> {
  const { rows } = await sql<Facts>`
    select
      (select max(received_at) from billing_inbox where provider = ${name} and livemode = ${livemode}) as last_webhook_at,
      exists (select from billing_current_facts n join counted_facts f on f.no = n.no
        where n.kind = 'subscription' and n.state <> 'stopped') as has_subscribers,
      (select count(*)::int from subscription_plans p where p.price > 0 and not exists (
        select from plan_prices s where s.plan_id = p.id and s.provider = ${name} and s.livemode = ${livemode}
          and s.is_offered)) as plans_without_price`.execute(db);
  return rows[0];
}

export function selectTicks(db: Reader) {
  return db.selectFrom('billing_setup_ticks').select('step').execute();
}

export async function setTick(trx: Transaction<DB>, step: string, by: string, now: Date): Promise<void> {
  await sql`
    insert into billing_setup_ticks (step, ticked_by, ticked_at) values (${step}, ${by}, ${now})
    on conflict (step) do nothing`.execute(trx);
}

export async function removeTick(trx: Transaction<DB>, step: string): Promise<void> {
  await trx.deleteFrom('billing_setup_ticks').where('step', '=', step).execute();
}
