import type { SessionRow } from '#contract/accounts/accounts';
import { deviceName } from '#domain/accounts/device-name';
import type { Caller, Services } from '#server/services';
import { signedIn } from './signed-in.ts';

/** The own sessions that still count, last used first. */
export async function listSessions({ clock, db }: Services, caller: Caller): Promise<SessionRow[]> {
  const { sessionId, userId } = signedIn(caller);
  const rows = await db.kysely
    .selectFrom('sessions')
    .select(['id', 'user_agent', 'ip_address', 'created_at', 'updated_at'])
    .where('user_id', '=', userId)
    .where('expires_at', '>', clock.now())
    .orderBy('updated_at', 'desc')
    .limit(200)
    .execute();
  return rows.map((row) => ({
    id: row.id,
    current: row.id === sessionId,
    device: deviceName(row.user_agent),
    ipAddress: row.ip_address || null,
    createdAt: row.created_at.toISOString(),
    lastUsedAt: row.updated_at.toISOString(),
  }));
}
