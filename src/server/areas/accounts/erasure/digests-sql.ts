import { sql, type Transaction } from 'kysely';
import { addressPattern } from '#domain/accounts/address-pattern';
import type { MailProps } from '#emails/mail-props';
import { literally } from '#server/db/lists/literal-pattern';
import type { DB } from '#server/db/types';
import { type Identity, wordsOf } from './identity-sql.ts';

type Item = MailProps['digest']['items'][number];

/** What of a notice is the name of somebody. */
const PEOPLE = ['author', 'person', 'sender', 'admin'];

/** Takes a person out of the daily mails of others that wait: out of what they say, never out of how it is kept. */
export async function eraseInDigests(trx: Transaction<DB>, identity: Identity): Promise<void> {
  const { id, names } = identity;
  // As they stand within a JSON text: a name is a whole value, the others are part of one.
  const words = [
    ...[id, ...wordsOf(identity)].map((word) => JSON.stringify(word).slice(1, -1)),
    ...names.map((name) => JSON.stringify(name)),
  ].map((text) => `%${literally(text)}%`);
  const { rows } = await sql<{ id: string; items: Item[]; told: Record<string, string> }>`
    select id, props -> 'items' as items, (
      select coalesce(jsonb_object_agg(n.id, n.created_at), '{}') from notifications n
      where n.id in (select (item ->> 'id')::uuid from jsonb_array_elements(props -> 'items') listed (item))) as told
    from mail_outbox where template = 'digest' and props <> '{}' and sent_at is null and (props -> 'items')::text ilike any (${words})
    for update`.execute(trx);
  for (const row of rows) {
    const items = JSON.stringify(row.items.map((item) => withoutPerson(item, identity, row.told[item.id])));
    await sql`update mail_outbox set props = jsonb_set(props, '{items}', ${items}::jsonb) where id = ${row.id}`.execute(
      trx,
    );
  }
}

/** `toldAt`: when its notice was delivered, if that is still there. */
function withoutPerson(item: Item, { addresses, id, names }: Identity, toldAt: string | undefined): Item {
  const patterns = addresses
    .filter(({ until }) => until === null || toldAt === undefined || new Date(toldAt) <= until)
    .map(({ address }) => addressPattern(address));
  const withoutTraces = (text: string) =>
    patterns.reduce((rest, pattern) => rest.replace(pattern, 'deleted'), text.replaceAll(id, ''));
  const props = Object.entries(item.props).map(([key, value]) => [
    key,
    PEOPLE.includes(key) && names.includes(value) ? 'Deleted user' : withoutTraces(value),
  ]);
  return { ...item, props: Object.fromEntries(props), link: withoutTraces(item.link) };
}
