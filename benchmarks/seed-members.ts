import { randomBytes } from 'node:crypto';
import type pg from 'pg';
import { sessionCookieName, signedValue } from '#server/areas/accounts/sessions/cookies';
import { hashOfToken } from '#server/areas/accounts/sessions/hash-of-token';
import { parseConfig } from '#server/config';
import { readAuthSecret } from '#server/platform/read-auth-secret';

export interface SignedInMember {
  readonly userId: string;
  readonly cookie: string;
}

/** So many new members of the free plan, signed in: a single one is held back by the rate limit, as it should be. */
export async function seedMembers(
  client: pg.Client,
  count: number,
  { dataDir, origin }: { readonly dataDir: string; readonly origin: string },
): Promise<SignedInMember[]> {
  const name = sessionCookieName(parseConfig({ DATA_DIR: dataDir, PUBLIC_URL: origin }));
  const secret = readAuthSecret(dataDir);
  const tokens = Array.from({ length: count }, () => randomBytes(32).toString('base64url'));
  const { rows } = await client.query<{ user_id: string; token: string }>(
    `with made as (
       insert into users (name, email, email_verified)
       select 'Reader', 'reader-' || substr(hash, 1, 24) || '@school.test', true from unnest($1::text[]) as hash
       returning id, email)
     insert into sessions (user_id, token, expires_at)
     select made.id, hash, now() + interval '1 day' from unnest($1::text[]) as hash
     join made on made.email = 'reader-' || substr(hash, 1, 24) || '@school.test'
     returning user_id, token`,
    [tokens.map(hashOfToken)],
  );
  const userIds = new Map(rows.map((row) => [row.token, row.user_id]));
  return tokens.map((token) => ({
    userId: userIds.get(hashOfToken(token)) ?? '',
    cookie: `${name}=${signedValue(token, secret)}`,
  }));
}
