import type { SessionRow } from '#contract/accounts/accounts';
import { deviceName } from '#domain/accounts/device-name';
import type { Caller, Services } from '#server/services';
import { selectSessions } from './session-sql.ts';
import { signedIn } from './signed-in.ts';

/** The own sessions that still count, last used first. */
export async function listSessions({ clock, db }: Services, caller: Caller): Promise<SessionRow[]> {
  const { sessionId, userId } = signedIn(caller);
  const rows = await selectSessions(db.kysely, userId, clock.now());
  return rows.map((row) => ({
    id: row.id,
    current: row.id === sessionId,
    device: deviceName(row.user_agent),
    ipAddress: row.ip_address || null,
    createdAt: row.created_at.toISOString(),
    lastUsedAt: row.updated_at.toISOString(),
  }));
}
