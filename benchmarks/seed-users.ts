import type pg from 'pg';
import { hashPassword } from '#server/areas/accounts/password/passwords';

/** Fills a database with accounts of uneven names and addresses, all tiers, a few administrators. Takes about a minute for a million. */
export async function seedUsers(client: pg.Client, total: number): Promise<void> {
  // Written row by row it would take three times as long.
  await client.query('drop index profiles_search_idx');
  await client.query(
    `insert into users (name, email, email_verified, created_at)
     select (array['Ada', 'Grace', 'Alan', 'Edsger', 'Barbara', 'Donald', 'Katarzyna', 'Łucja', '李明', 'Zoë'])[1 + (n * 7919) % 10]
         || ' ' || (array['Kowalska', 'Hopper', 'Turing', 'Nowak', 'Liskov', 'Knuth', 'Smith', 'Garcia', 'Müller', 'O''Brien', 'Zieliński', 'Okafor'])[1 + (n * 104729) % 12]
         || ' ' || substr(md5(n::text), 1, 6),
       'member' || n || '@' || (array['school.test', 'example.org', 'mail.example', 'rare' || n % 5000 || '.test'])[1 + n % 4],
       true, now() - n * interval '37 seconds'
     from generate_series(1::bigint, $1::bigint) n`,
    [total],
  );
  await client.query(
    `update profiles set subscription_tier = case when abs(hashtext(id::text)) % 100 < 12 then 'basic'::tier else 'premium' end
     where abs(hashtext(id::text)) % 100 < 15`,
  );
  await client.query(
    "insert into user_roles (user_id, role) select id, 'admin' from users order by created_at limit 5 on conflict do nothing",
  );
  await client.query('create index profiles_search_idx on profiles using gin (search_text gin_trgm_ops)');
  await client.query('select keep_counts_anew()');
  await client.query('vacuum analyze');
}

/** A confirmed member with this password. */
export async function seedMember(
  client: pg.Client,
  { email, password }: { readonly email: string; readonly password: string },
): Promise<void> {
  await seedPeople(client, [email], password);
}

/** Confirmed members who share a password. */
export async function seedPeople(
  client: pg.Client,
  emails: readonly string[],
  password: string,
): Promise<void> {
  await client.query(
    `with made as (insert into users (name, email, email_verified) select 'Somebody', email, true from unnest($1::text[]) email returning id)
     insert into accounts (user_id, account_id, provider_id, password) select id, id::text, 'credential', $2 from made`,
    [emails, await hashPassword(password)],
  );
}
