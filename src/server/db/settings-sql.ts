import type { Reader } from './client.ts';

/** The settings of these names, and how the plans of each tier are called. */
export async function selectSettings(db: Reader, names: readonly string[]) {
  const rows = await db
    .selectFrom('site_settings')
    .select(['name', 'value'])
    .where('name', 'in', names)
    .execute();
  const plans = await db.selectFrom('subscription_plans').select(['name', 'tier']).execute();
  return { rows, plans };
}
