import { randomUUID } from 'node:crypto';
import { sessionCookieName, signedValue } from '#server/areas/accounts/sessions/cookies';
import { parseConfig } from '#server/config';
import { readAuthSecret } from '#server/platform/read-auth-secret';
import type { Call } from './load.ts';
import { type Caller, QUESTIONS } from './seed-learners.ts';

/** What the dashboard asks for, all of which is counted together. */
export const DASHBOARD = ['/api/dashboard'];

/** What each learner in turn asks for. */
export function callsOf(
  callers: readonly Caller[],
  { dataDir, origin }: { readonly dataDir: string; readonly origin: string },
) {
  const name = sessionCookieName(parseConfig({ DATA_DIR: dataDir, PUBLIC_URL: origin }));
  const secret = readAuthSecret(dataDir);
  const people = callers.map((caller) => ({
    ...caller,
    writer: randomUUID(),
    cookie: `${name}=${signedValue(caller.token, secret)}`,
  }));
  const personAt = (index: number) => people[index % people.length] as (typeof people)[number];
  const headersAt = (index: number) => ({
    cookie: personAt(index).cookie,
    'x-forwarded-for': `10.2.${(index >> 8) & 255}.${index & 255}`,
  });
  const write = (index: number, call: Pick<Call, 'method' | 'path'>, body: object): Call => ({
    ...call,
    headers: { ...headersAt(index), origin, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  return {
    dashboard: (index: number): Call => ({
      path: DASHBOARD[index % DASHBOARD.length] ?? '',
      headers: headersAt(Math.floor(index / DASHBOARD.length)),
    }),
    recommended: (index: number): Call => ({
      path: '/api/my-courses/recommended',
      headers: headersAt(index),
    }),
    progress: (index: number): Call =>
      write(
        index,
        { path: `/api/learning/sections/${personAt(index).sectionId}`, method: 'PUT' },
        { reached: (index % 90) / 100, position: 0.4, at: new Date().toISOString() },
      ),
    answer: (index: number): Call =>
      write(
        index,
        { path: `/api/exam-attempts/${personAt(index).saving}/answers`, method: 'PUT' },
        {
          writer: personAt(index).writer,
          seq: index + 1,
          question: `q-${(index % QUESTIONS) + 1}`,
          answer: 'x',
        },
      ),
    submit: (index: number): Call => {
      const attempt = personAt(index).submitted[Math.floor(index / people.length)] ?? '';
      return write(index, { path: `/api/exam-attempts/${attempt}/result`, method: 'POST' }, {});
    },
  };
}
