import type { SupportMode } from '#domain/access/people/support-modes';
import { VISITOR, type Viewer } from '#domain/access/viewer';
import type { Tier } from '#domain/tiers';
import { batchedBy } from '#server/db/batched';
import { type Db, registerNamed } from '#server/db/client';
import type { Services } from '#server/services';
import { readCookie, sessionCookie, sessionCookieName, verifiedToken } from './cookies.ts';
import { hashOfToken } from './hash-of-token.ts';
import { readAuthSecret } from './read-auth-secret.ts';
import { LONGEST_SECONDS, sessionSeconds } from './sessions.ts';

/** A session is renewed at most this often, in seconds; one that lives shorter than ten times this, more often. */
const RENEW_AFTER = 60;

// Lateral, each by its key: for a plan the length of the array is unknown, and a join would read whole tables.
const SELECT_VIEWERS = registerNamed(`
  select asked.token, found.*
  from unnest((select $1::text[])) as asked (token)
  cross join lateral (
    select s.id as session_id, s.created_at, s.expires_at, s.updated_at, m.id as user_id, m.name, m.email, m.two_factor_enabled, m.erase_at,
      m.subscription_tier, m.avatar_url, m.is_admin, s.support_from, s.support_mode
    from sessions s join members m on m.id = s.user_id
    where s.token = asked.token and m.is_enabled limit 1) found`);
// Apart from the rest: hardly a session is one of support, and each join is paid for by every request.
const SELECT_HELPER = registerNamed(`
  select m.id, m.name from sessions s join members m on m.id = s.user_id
  where s.id = $1 and m.is_enabled and m.is_admin`);
const RENEW = registerNamed(`
  update sessions set expires_at = $2, updated_at = $3, ip_address = coalesce($5, ip_address)
  where id = $1 and updated_at < $4`);

interface Row {
  token: string;
  session_id: string;
  created_at: Date;
  expires_at: Date;
  updated_at: Date;
  user_id: string;
  name: string;
  email: string;
  two_factor_enabled: boolean;
  erase_at: Date | null;
  subscription_tier: Tier;
  avatar_url: string | null;
  is_admin: boolean;
  support_from: string | null;
  support_mode: SupportMode;
}
interface Helper {
  id: string;
  name: string;
}

/**
 * Who the cookies of a request belong to, in one statement, and in two for a session of support; a visitor for a cookie that is missing, forged or
 * expired, and for the owner of a disabled account.
 * A session in use is renewed, with the address it is used from, but ends 30 days after its sign-in; the cookies to
 * send are in the answer. What a page asks by itself (`isPassive`) is no use.
 */
export async function findViewer(
  services: Services,
  cookies: string,
  isPassive = false,
  ipAddress: string | null = null,
): Promise<{ viewer: Viewer; setCookies: string[] }> {
  const value = readCookie(cookies, sessionCookieName(services.config));
  if (value === null) return { viewer: VISITOR, setCookies: [] };
  const token = verifiedToken(value, readAuthSecret(services.config.dataDir));
  const row = token === null ? undefined : await sessionLookup(services.db)(hashOfToken(token));
  const now = services.clock.now();
  const seconds = await sessionSeconds(services);
  const ended = { viewer: VISITOR, setCookies: [sessionCookie(services.config, '', 0)] };
  if (!row || endOf(row, seconds) <= now.getTime()) return ended;
  const helper = row.support_from === null ? null : await findHelper(services.db, row.support_from);
  // Its administrator is none any more, or the user became one.
  if (row.support_from !== null && (!helper || row.is_admin)) return ended;
  const viewer = toViewer(row, helper);
  return {
    viewer,
    setCookies: isPassive ? [] : await renew(services, row, value, { now, seconds, ipAddress }),
  };
}

/** The administrator behind a support session, as long as they are one. */
async function findHelper({ pool }: Db, sessionId: string): Promise<Helper | null> {
  const { rows } = await pool.query<Helper>(SELECT_HELPER, [sessionId]);
  return rows[0] ?? null;
}

/** When a session ends, in milliseconds: an older term may be longer than what an administrator allows now. */
function endOf({ created_at, expires_at, updated_at }: Row, seconds: number): number {
  return Math.min(
    expires_at.getTime(),
    updated_at.getTime() + seconds * 1000,
    created_at.getTime() + LONGEST_SECONDS * 1000,
  );
}

interface Use {
  readonly now: Date;
  readonly seconds: number;
  readonly ipAddress: string | null;
}

/** Requests that arrive together share a statement. */
const sessionLookup = batchedBy(({ pool }: Db) => async (tokens: readonly string[]) => {
  const { rows } = await pool.query<Row>(SELECT_VIEWERS, [tokens]);
  const found = new Map(rows.map((row) => [row.token, row]));
  return tokens.map((token) => found.get(token));
});

async function renew(
  { config, db }: Services,
  row: Row,
  value: string,
  { ipAddress, now, seconds }: Use,
): Promise<string[]> {
  const due = new Date(now.getTime() - Math.min(RENEW_AFTER, seconds / 10) * 1000);
  if (row.updated_at >= due || row.support_from !== null) return [];
  const left = Math.floor((row.created_at.getTime() - now.getTime()) / 1000) + LONGEST_SECONDS;
  const term = Math.max(1, Math.min(seconds, left));
  const expires = new Date(now.getTime() + term * 1000);
  await db.pool.query(RENEW, [row.session_id, expires, now, due, ipAddress]);
  return [sessionCookie(config, value, term)];
}

function toViewer(row: Row, helper: Helper | null): Viewer {
  return {
    kind: 'member',
    userId: row.user_id,
    sessionId: row.session_id,
    name: row.name,
    email: row.email,
    tier: row.subscription_tier,
    isAdmin: row.is_admin,
    avatarUrl: row.avatar_url,
    twoFactorEnabled: row.two_factor_enabled,
    erasesAt: row.erase_at,
    ...(helper && {
      support: {
        adminId: helper.id,
        adminName: helper.name,
        endsAt: row.expires_at,
        mode: row.support_mode,
      },
    }),
  };
}
