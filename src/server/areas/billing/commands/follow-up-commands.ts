import type { Services } from '#server/services';
import { lookAt } from '../looks/look-at.ts';
import { selectCustomerOf } from '../looks/look-sql.ts';
import { closeCommand, selectOrphans } from './command-sql.ts';

/** Looks how commands went whose process died before it heard. A chore of the school. */
export async function followUpCommands(services: Services): Promise<number> {
  const { clock, db, payments } = services;
  if (!payments) return 0;
  const orphans = await selectOrphans(db.kysely, clock.now());
  for (const { account_id, id } of orphans) {
    const customer =
      account_id && (await selectCustomerOf(db.kysely, account_id, payments.name, payments.livemode));
    if (customer) await lookAt(services, customer);
    await closeCommand(db.kysely, id, clock.now(), 'followed up');
  }
  return orphans.length;
}
