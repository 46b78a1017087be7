import { createHash } from 'node:crypto';
import { SCOPES, type Scope } from '#domain/access/people/scopes';
import { hashOfKey } from '#server/areas/accounts/keys/keys';
import { signedValue } from '#server/areas/accounts/sessions/cookies';
import { hashOfToken } from '#server/areas/accounts/sessions/hash-of-token';
import { readAuthSecret } from '#server/platform/read-auth-secret';
import { CALLERS, type CallerName, type School } from './school.ts';

/** One way to come to the school: who one is by it, and what the request carries. */
export interface Credential {
  /** "a key of basic for learning:read" */
  readonly name: string;
  /** Whom it stands for; `visitor` for a cookie that is worth nothing. */
  readonly who: CallerName;
  /** The scopes of its key; null: without a key. `worthless`: a key that is none, or none any more. */
  readonly key: readonly Scope[] | 'worthless' | null;
  readonly headers: Readonly<Record<string, string>>;
}

type Person = Exclude<CallerName, 'visitor'> | 'disabled';
const PEOPLE = CALLERS.filter((who) => who !== 'visitor');
const DAY_MS = 24 * 3600 * 1000;

/** A key that is always the same for the same words. */
const secretOf = (words: string) => `lct_${createHash('sha256').update(words).digest('base64url')}`;
const bearer = (secret: string) => ({ authorization: `Bearer ${secret}`, origin: 'none' });

/**
 * Every caller with every type of credential: cookies and keys of each scope, both at once, and forged, expired, revoked
 * ones and those of a disabled account. The school has to count real sessions.
 */
export async function insertCredentials(school: School): Promise<Credential[]> {
  const secret = readAuthSecret(school.services.config.dataDir);
  const cookie = (token: string, signer = secret) => ({
    cookie: `lectern.session_token=${signedValue(token, signer)}`,
  });
  const cookieOf = (who: Person) => cookie(`token of ${who}`);
  await insertDisabled(school);
  await insertKeys(school);
  const keys = PEOPLE.flatMap((who) =>
    SCOPES.map((scope) => ({
      name: `a key of ${who} for ${scope}`,
      who,
      key: [scope],
      headers: bearer(secretOf(`${who} ${scope}`)),
    })),
  );
  const worthless = ['forged', 'expired', 'revoked', 'disabled'].map((kind) => ({
    name: `a ${kind} key`,
    who: 'visitor' as const,
    key: 'worthless' as const,
    headers: bearer(secretOf(kind)),
  }));
  const dead = [
    { name: 'a forged cookie', headers: cookie('token of admin', 'a secret of somebody else') },
    { name: 'a lengthened cookie', headers: { cookie: `${cookieOf('admin').cookie}x` } },
    { name: 'an expired cookie', headers: cookie('expired') },
    { name: 'a revoked cookie', headers: cookie('revoked') },
    { name: 'the cookie of a disabled account', headers: cookieOf('disabled') },
  ];
  const both = (name: string, who: CallerName, by: Person, beside: Person) => ({
    name,
    who,
    key: SCOPES,
    headers: { ...cookieOf(beside), ...bearer(secretOf(`${by} all`)) },
  });
  return [
    { name: 'nothing', who: 'visitor', key: null, headers: {} },
    ...PEOPLE.map((who) => ({ name: `the cookie of ${who}`, who, key: null, headers: cookieOf(who) })),
    ...dead.map((each) => ({ ...each, who: 'visitor' as const, key: null })),
    ...keys,
    ...worthless,
    both('a key of free beside the cookie of admin', 'free', 'free', 'admin'),
    both('a key of admin beside the cookie of free', 'admin', 'admin', 'free'),
    both('a key of basic beside the own cookie', 'basic', 'basic', 'basic'),
    ...worthless.map(({ headers, name, ...rest }) => ({
      ...rest,
      name: `${name} beside the cookie of admin`,
      headers: { ...headers, ...cookieOf('admin') },
    })),
  ];
}

async function insertDisabled({ services: { clock, db } }: School): Promise<void> {
  const now = clock.now();
  const { id: user_id } = await db.kysely
    .insertInto('users')
    .values({ name: 'disabled', email: 'disabled@school.test', email_verified: true, disabled_at: now })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db.kysely.insertInto('user_roles').values({ user_id, role: 'admin' }).execute();
  const { id: admin } = await db.kysely
    .selectFrom('users')
    .select('id')
    .where('name', '=', 'admin')
    .executeTakeFirstOrThrow();
  await db.kysely
    .insertInto('sessions')
    .values([
      { user_id, token: hashOfToken('token of disabled'), expires_at: new Date(now.getTime() + DAY_MS) },
      { user_id: admin, token: hashOfToken('expired'), expires_at: new Date(now.getTime() - 1000) },
    ])
    .execute();
}

async function insertKeys({ services: { clock, db } }: School): Promise<void> {
  const now = clock.now();
  const users = await db.kysely.selectFrom('users').select(['id', 'name']).execute();
  const row = (user_id: string, words: string, scopes: readonly Scope[], until = DAY_MS) => ({
    user_id,
    name: words,
    start: 'lct_abcd',
    secret_hash: hashOfKey(secretOf(words)) ?? '',
    scopes: [...scopes],
    expires_at: new Date(now.getTime() + until),
    // Used just now: the use itself is not written again, so that a refusal can be seen to change nothing.
    last_used_at: now,
  });
  const rows = users.flatMap(({ id, name }) => [
    row(id, `${name} all`, SCOPES),
    ...SCOPES.map((scope) => row(id, `${name} ${scope}`, [scope])),
    ...(name === 'admin' ? [row(id, 'expired', SCOPES, -1000)] : []),
    ...(name === 'disabled' ? [row(id, 'disabled', SCOPES)] : []),
  ]);
  await db.kysely.insertInto('api_keys').values(rows).execute();
}
