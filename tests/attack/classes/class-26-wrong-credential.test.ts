import { expect, test } from 'vitest';
import { contract } from '#contract/contract';
import { signedValue } from '#server/areas/accounts/sessions/cookies';
import { issueToken } from '#server/areas/accounts/sessions/tokens-sql';
import { createFeedAddress } from '#server/areas/posts/feed-address';
import { statedProcedures } from '#server/http/check-contract';
import { callerOf } from '#server/http/gates/open-scope';
import { readAuthSecret } from '#server/platform/read-auth-secret';
import { CASES } from '../access/access-cases.ts';
import { ORIGIN, type School } from '../kit/school.ts';
import { shareSchool } from '../kit/shared-school.ts';
import { databaseState, differences } from '../requests/database-state.ts';

const MEMBERS = statedProcedures(contract).filter(({ meta }) => meta.access !== 'public');

/** Everything else that the school hands out, each in every place where a session could be looked for. */
async function wrongCredentials(school: School): Promise<Record<string, string>[]> {
  const { clock, config, db } = school.services;
  const admin = school.people.get('admin');
  if (admin?.kind !== 'member') throw new Error('the school has no administrator');
  const token = 'token of admin';
  const caller = callerOf({ ipAddress: '127.0.0.1', requestId: 'feed' }, admin, null);
  const { rss } = await createFeedAddress(school.services, caller);
  const feedToken = /feeds\/([\w-]+)\.rss/.exec(rss ?? '')?.[1] ?? '';
  const reset = await db.transaction((trx) =>
    issueToken(trx, 'reset-password', { userId: admin.userId }, clock.now()),
  );
  const secret = readAuthSecret(config.dataDir);
  const name = 'lectern.session_token';
  const signed = signedValue(token, secret);
  const asCookie = [
    token,
    admin.userId,
    admin.sessionId,
    feedToken,
    reset,
    `${signed}x`,
    signedValue(feedToken, secret),
  ].map((value) => ({ cookie: `${name}=${encodeURIComponent(value)}` }));
  return [
    ...asCookie,
    // A session cookie counts under its own name and in the header for cookies alone.
    ...[
      '__Host-lectern.session_token',
      '__Secure-lectern.session_token',
      'session',
      'lectern.two_factor',
      'LECTERN.SESSION_TOKEN',
    ].map((other) => ({ cookie: `${other}=${signed}` })),
    ...[token, signed, decodeURIComponent(signed), feedToken, reset].flatMap((value) => [
      { authorization: `Bearer ${value}` },
      { authorization: `Basic ${Buffer.from(`admin@school.test:${value}`).toString('base64')}` },
      { 'x-session-token': value, 'x-api-key': value },
    ]),
    { 'x-user-id': admin.userId, 'x-forwarded-user': 'admin@school.test', 'x-lectern-ip': '127.0.0.1' },
    { 'x-impersonate': admin.userId, cookie: `impersonate=${admin.userId}` },
  ];
}

const shared = shareSchool({ options: () => ({ realSessions: true }) }, async ({ school }) => ({
  credentials: await wrongCredentials(school),
}));

test.for(MEMBERS)('$name takes a session and nothing that only looks like one', async (procedure) => {
  const { credentials, db, untouched, ...world } = shared();
  const { school } = world;
  const input = CASES[procedure.name]?.input?.(world, 'admin', 'own') ?? {};
  const address = procedure.path.replace(/\{(\w+)\}/g, (_, field: string) =>
    encodeURIComponent(String(input[field])),
  );
  const query = new URLSearchParams({ token: 'token of admin', session: 'token of admin', api_key: 'x' });
  for (const headers of credentials) {
    const response = await school.app.request(`${ORIGIN}/api${address}?${query}`, {
      method: procedure.method,
      headers: { origin: ORIGIN, 'content-type': 'application/json', ...headers },
      ...(procedure.method !== 'GET' && { body: JSON.stringify(input) }),
    });
    expect(response.status, JSON.stringify(headers)).toBe(401);
  }
  expect(differences(untouched, await databaseState(db))).toEqual([]);
});

test('the session itself is taken: the attack can fail', async () => {
  const { app, services } = shared().school;
  const cookie = `lectern.session_token=${signedValue('token of admin', readAuthSecret(services.config.dataDir))}`;
  const reply = await app.request(`${ORIGIN}/api/session`, { headers: { cookie } });
  expect((await reply.json()).user).toMatchObject({ name: 'admin', role: 'admin' });
});
