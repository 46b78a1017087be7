import { randomBytes, randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type pg from 'pg';
import { sessionCookieName, signedValue } from '#server/areas/accounts/sessions/cookies';
import { hashOfToken } from '#server/areas/accounts/sessions/hash-of-token';
import { parseConfig } from '#server/config';
import { readAuthSecret } from '#server/platform/read-auth-secret';
import type { School } from './school-server.ts';

/** How long a candidate waits who asked too often. */
const REFUSED_MS = 20_000;

/** Signs in so many members who study every course; answers their cookies, which outlive the servers. */
export async function signInCandidates(
  client: pg.Client,
  dataDir: string,
  count: number,
  /** Before the number in their addresses. */
  prefix = 'candidate',
): Promise<string[]> {
  const name = sessionCookieName(parseConfig({ DATA_DIR: dataDir }));
  const secret = readAuthSecret(dataDir);
  const cookies: string[] = [];
  for (let number = 0; number < count; number += 1) {
    const token = randomBytes(32).toString('base64url');
    await client.query(
      `with made as (insert into users (name, email, email_verified) values ('Candidate', $1, true) returning id),
       session as (insert into sessions (user_id, token, expires_at)
         select id, $2, now() + interval '1 day' from made)
       insert into enrolments (user_id, course_id) select made.id, c.id from made, courses c`,
      [`${prefix}-${number}@school.test`, hashOfToken(token)],
    );
    cookies.push(`${name}=${signedValue(token, secret)}`);
  }
  return cookies;
}

/** An answer that the server said it had. */
export interface Acknowledged {
  readonly attempt: string;
  readonly writer: string;
  readonly seq: number;
}

export interface Answered {
  /** Those of one attempt in the order in which they were given. */
  readonly acknowledged: Acknowledged[];
  /** How often an answer was refused because the time was over. */
  late: number;
}

export interface Candidate {
  readonly cookie: string;
  /** The attempt that goes on, also after the server was killed. */
  attempt?: string | undefined;
}

/** One candidate, who starts, answers, and now and then hands in, until the server is gone. */
export async function answerOn(
  school: School,
  { candidate, sectionId }: { candidate: Candidate; sectionId: string },
  answered: Answered,
): Promise<void> {
  let isOver = false;
  void school.ended.then(() => {
    isOver = true;
  });
  const writer = randomUUID();
  for (let seq = 1; !isOver; seq += 1) {
    try {
      const ask = <Body>(method: string, path: string, body?: unknown) =>
        school.ask<Body>(method, path, body, candidate.cookie);
      if (candidate.attempt === undefined) {
        const started = await ask<{ id?: string }>('POST', `/api/exams/${sectionId}/attempts`);
        if (started.status === 429) await Promise.race([wait(REFUSED_MS), school.ended]);
        if (started.body.id === undefined) continue;
        candidate.attempt = started.body.id;
      }
      const path = `/api/exam-attempts/${candidate.attempt}`;
      const given = { writer, seq, question: 'q', answer: seq % 2 ? 'x' : 'y' };
      const { body, status } = await ask<{ code?: string }>('PUT', `${path}/answers`, given);
      if (status === 200) answered.acknowledged.push({ attempt: candidate.attempt, writer, seq });
      else if (body.code === 'ATTEMPT_CLOSED') answered.late += 1;
      // Seldom enough for ten starts and submissions a minute.
      const isEnough = status === 200 && Math.random() < 0.005;
      if (isEnough) await ask('POST', `${path}/result`);
      if (isEnough || body.code === 'ATTEMPT_CLOSED') candidate.attempt = undefined;
    } catch {
      // The server was killed while it was asked: nothing was acknowledged.
    }
    await wait(20 + Math.random() * 60);
  }
}
