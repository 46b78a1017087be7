import { sql } from 'kysely';
import type { Reader } from './client.ts';

/**
 * The settings of these names, how the plans of each tier are called, and whether one was sold by bank transfer, or somebody
 * known to a payment provider outside of its test mode.
 */
export async function selectSettings(db: Reader, names: readonly string[]) {
  const rows = await db
    .selectFrom('site_settings')
    .select(['name', 'value'])
    .where('name', 'in', names)
    .execute();
  const plans = await db.selectFrom('subscription_plans').select(['name', 'tier']).execute();
  const sold = await db.selectFrom('bank_transfers').select('id').limit(1).executeTakeFirst();
  const customer = await db
    .selectFrom('billing_customers')
    .select('customer')
    .where('livemode', '=', true)
    .limit(1)
    .executeTakeFirst();
  return { rows, plans, soldByTransfer: sold !== undefined, soldByCard: customer !== undefined };
}

/** Where each address under /pages leads that everyone may open: the slug that a page has, and those that it had before. */
export async function selectPublicPages(db: Reader): Promise<Map<string, string>> {
  const { rows } = await sql<{ asked: string; slug: string }>`
    with open as (select id, slug from custom_pages where deleted_at is null and state in ('published', 'unlisted'))
    select slug as asked, slug from open
    union all select a.slug, p.slug from custom_page_addresses a join open p on p.id = a.page_id`.execute(db);
  return new Map(rows.map(({ asked, slug }) => [asked, slug]));
}
