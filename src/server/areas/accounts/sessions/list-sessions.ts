import type { SessionRow } from '#contract/accounts/accounts';
import { deviceName } from '#domain/accounts/device-name';
import type { Caller, Services } from '#server/services';
import { isOver } from './is-over.ts';
import { findHelper, selectSessions } from './session-sql.ts';
import { sessionSeconds } from './sessions.ts';
import { signedIn } from './signed-in.ts';

/** The own sessions that still count, last used first. */
export async function listSessions(services: Services, caller: Caller): Promise<SessionRow[]> {
  const { sessionId, userId } = signedIn(caller);
  const seconds = await sessionSeconds(services);
  const now = services.clock.now();
  const rows = await selectSessions(services.db.kysely, userId);
  const lasting = rows.filter((row) => !isOver(row, now, seconds));
  const counts = await Promise.all(
    lasting.map(({ support_from: from }) => from === null || findHelper(services.db, from)),
  );
  return lasting
    .filter((_, at) => counts[at])
    .map((row) => ({
      id: row.id,
      current: row.id === sessionId,
      device: deviceName(row.user_agent),
      ipAddress: row.ip_address || null,
      createdAt: row.created_at.toISOString(),
      lastUsedAt: row.updated_at.toISOString(),
    }));
}
