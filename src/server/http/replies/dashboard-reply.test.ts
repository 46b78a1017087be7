import { expect, vi } from 'vitest';
import { dashboardReply } from '#contract/courses/dashboard';
import { sessionCookieName, signedValue } from '#server/areas/accounts/sessions/cookies';
import { keepSessions } from '#server/areas/accounts/sessions/keep-sessions';
import { keepDashboards } from '#server/areas/learning/dashboard/keep-dashboards';
import { readAuthSecret } from '#server/platform/read-auth-secret';
import { ORIGIN, openSchool, START } from '#tests/attack/kit/school';
import { test } from '#tests/kit/database';
import { startKeeper } from '#tests/kit/run/start-keeper';

test('a dashboard that is kept is answered from memory, also when the session is renewed with it', async ({
  ownDb,
}) => {
  const { db } = await startKeeper(ownDb, 1, (own, changes) => {
    keepSessions(own, changes);
    keepDashboards(own, changes);
  });
  const { app, services, wait } = await openSchool(db, { realSessions: true });
  await db.pool.query('update sessions set created_at = $1, updated_at = $1', [START]);
  const secret = readAuthSecret(services.config.dataDir);
  const cookie = `${sessionCookieName(services.config)}=${signedValue('token of free', secret)}`;
  const look = () => app.request(`${ORIGIN}/api/dashboard`, { headers: { cookie } });
  const first = await look();
  expect(first.status).toBe(200);
  await look();
  const asked = vi.spyOn(db.pool, 'query');
  for (const [seconds, cookies] of [
    [30, 0],
    [60, 1],
    [30, 0],
  ] as const) {
    wait(seconds);
    const reply = await look();
    expect(reply.headers.getSetCookie()).toHaveLength(cookies);
    const names = (headers: Headers) => [...headers.keys()].filter((name) => name !== 'set-cookie').sort();
    expect(names(reply.headers)).toEqual(names(first.headers));
    expect(dashboardReply.parse(await reply.json()).asOf).toBe(services.clock.now().toISOString());
  }
  expect(asked).not.toHaveBeenCalled();
});
