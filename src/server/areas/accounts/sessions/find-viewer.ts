import { VISITOR, type Viewer } from '#domain/access/viewer';
import { readAuthSecret } from '#server/platform/read-auth-secret';
import type { Services } from '#server/services';
import { readCookie, sessionCookie, sessionCookieName, tokenHashOf } from './cookies.ts';
import { isOver } from './is-over.ts';
import { findSession, type KeptSession, noteUse } from './keep-sessions.ts';
import { findHelper, type Helper, type SessionRow } from './session-sql.ts';
import { LONGEST_SECONDS, sessionSeconds } from './sessions.ts';
import { tierAt } from './tier-at.ts';

/** A session is renewed at most this often, in seconds; one that lives shorter than ten times this, more often. */
const RENEW_AFTER = 60;

/**
 * Who the cookies of a request belong to, from memory or in one statement, and in two for a session of support; a visitor for a
 * cookie that is missing, forged or expired, and for the owner of a disabled account.
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
  const token = tokenHashOf(value, readAuthSecret(services.config.dataDir));
  const now = services.clock.now();
  const seconds = await sessionSeconds(services);
  const session = token === null ? undefined : await liveSession(services, token, now, seconds);
  const ended = { viewer: VISITOR, setCookies: [sessionCookie(services.config, '', 0)] };
  if (!session) return ended;
  const { row } = session;
  const helper = row.support_from === null ? null : await findHelper(services.db, row.support_from);
  // Its administrator is none any more, or the user became one.
  if (row.support_from !== null && (!helper || row.is_admin)) return ended;
  return {
    viewer: viewerOf(session, helper, now),
    setCookies: isPassive ? [] : await renew(services, session, value, { now, seconds, ipAddress }),
  };
}

/** What another process renewed meanwhile may look ended here. */
async function liveSession({ db }: Services, token: string, now: Date, seconds: number) {
  const isLive = (session: KeptSession | undefined) =>
    session !== undefined && !isOver(session.row, now, seconds);
  const found = await findSession(db, token);
  if (!found || isLive(found)) return found;
  const certain = await findSession(db, token, true);
  return isLive(certain) ? certain : undefined;
}

interface Use {
  readonly now: Date;
  readonly seconds: number;
  readonly ipAddress: string | null;
}

async function renew(
  { config, db }: Services,
  session: KeptSession,
  value: string,
  { ipAddress, now, seconds }: Use,
): Promise<string[]> {
  const { row } = session;
  const due = new Date(now.getTime() - Math.min(RENEW_AFTER, seconds / 10) * 1000);
  if (row.updated_at >= due || row.support_from !== null) return [];
  const left = Math.floor((row.created_at.getTime() - now.getTime()) / 1000) + LONGEST_SECONDS;
  const term = Math.max(1, Math.min(seconds, left));
  const expires = new Date(now.getTime() + term * 1000);
  await noteUse(db, session, { id: row.session_id, expires, now, due, ipAddress });
  return [sessionCookie(config, value, term)];
}

/** One and the same for as long as nothing about it changes, its tier included: what is made of a viewer can be kept with it. */
function viewerOf(session: KeptSession, helper: Helper | null, now: Date): Viewer {
  const { row, viewer: known } = session;
  if (!helper && known?.kind === 'member' && known.tier === tierAt(row, now)) return known;
  const viewer = toViewer(row, helper, now);
  if (!helper) session.viewer = viewer;
  return viewer;
}

function toViewer(row: SessionRow, helper: Helper | null, now: Date): Viewer {
  return {
    kind: 'member',
    userId: row.user_id,
    sessionId: row.session_id,
    name: row.name,
    email: row.email,
    tier: tierAt(row, now),
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
