import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type pg from 'pg';
import PostalMime from 'postal-mime';
import { expect } from 'vitest';
import { signInCandidates } from '../../durability/candidates.ts';
import { anyAddress, message, type School } from '../../durability/school-server.ts';
import { insertCourse } from '../../integration/machines/own-database.ts';
import type { Installation } from './installation.ts';

const CANDIDATES = 4;
const MESSENGERS = 2;
/** Each asks for a code of their own, so that no limit is met. */
const MAILBOXES = 400;
const PAUSE_MS = 60;

/** One attempt to write something, and what came of it. */
interface Attempt {
  readonly web: number;
  readonly what: 'message' | 'answer' | 'progress' | 'code';
  readonly began: number;
  readonly ended: number;
  /** 0: the connection broke, or nothing was answered in time. */
  readonly status: number;
  readonly code: string;
  readonly retryAfter: number;
}

/** What the school said that it keeps. */
export interface Ledger {
  readonly attempts: Attempt[];
  /** Resolves once each kind of write was acknowledged by each process that serves, begun after that moment. */
  acknowledgedAfter(moment: number, withinMs: number): Promise<number>;
  stop(): Promise<void>;
  /** Looks into the database, and into the mailboxes once every email has left: what was lost, and what was done twice. */
  expectKept(): Promise<void>;
}

interface Acknowledged {
  readonly messages: Set<string>;
  readonly answers: Map<string, number>;
  readonly progress: Map<number, number>;
  /** In the order in which they were asked for. */
  readonly codes: AskedCode[];
}

/** A code to sign in with that is on its way to a mailbox. */
interface AskedCode {
  readonly email: string;
  readonly challenge: string;
}

/** People who write all the time, each through one of the processes, and note what was acknowledged. */
export async function writeOn(school: Installation): Promise<Ledger> {
  const client = await school.client();
  const { courseId, sectionId } = await insertCourse(client, 'chaos');
  const cookies = await signInCandidates(client, school.dataDir, CANDIDATES * school.webs.length);
  await client.query("update sessions set expires_at = now() + interval '60 days'");
  await seedMailboxes(client);
  const { rows } = await client.query<{ id: string }>(
    `insert into course_content (course_id, key, title, content, content_html, section_type, minutes, sort_order)
     values ($1, 'read', 'Read', 'Text', '<p>Text</p>', 'lesson', 10, 2) returning id`,
    [courseId],
  );
  await client.end();
  const lessonId = rows[0]?.id ?? '';
  const attempts: Attempt[] = [];
  const kept: Acknowledged = {
    messages: new Set(),
    answers: new Map(),
    progress: new Map(),
    codes: [],
  };
  let isOver = false;
  const note = async (
    web: number,
    what: Attempt['what'],
    ask: (process: School) => ReturnType<School['ask']>,
  ): Promise<number> => {
    const began = Date.now();
    const reply = await ask(school.webs[web] as School).catch(() => null);
    attempts.push({
      web,
      what,
      began,
      ended: Date.now(),
      status: reply?.status ?? 0,
      code: (reply?.body as { code?: string } | undefined)?.code ?? '',
      retryAfter: Number(reply?.headers.get('retry-after') ?? Number.NaN),
    });
    return reply?.status ?? 0;
  };
  const again = async (work: () => Promise<void>) => {
    for (; !isOver; await wait(PAUSE_MS)) await work();
  };
  const writers = school.webs.flatMap((_, web) => [
    ...Array.from({ length: MESSENGERS }, () => {
      let [text, address] = [randomUUID(), anyAddress()];
      // As a page does: with one key until it is answered.
      return again(async () => {
        const headers = { 'idempotency-key': text, 'x-forwarded-for': address };
        const status = await note(web, 'message', (process) =>
          process.ask('POST', '/api/contact', message(text), '', headers),
        );
        // 422: it was done, and only the reply was lost.
        if (status !== 201 && status !== 422) return;
        kept.messages.add(text);
        [text, address] = [randomUUID(), anyAddress()];
      });
    }),
    ...cookies.slice(web * CANDIDATES, (web + 1) * CANDIDATES).map((cookie, nth) => {
      const writer = randomUUID();
      let [attempt, seq, reached] = ['', 0, 0];
      return again(async () => {
        const started = await (attempt === ''
          ? school.webs[web]
              ?.ask<{ id?: string }>('POST', `/api/exams/${sectionId}/attempts`, undefined, cookie)
              .catch(() => null)
          : null);
        attempt ||= started?.body.id ?? '';
        if (attempt === '') return;
        seq += 1;
        const given = { writer, seq, question: 'q', answer: `x${seq}` };
        const path = `/api/exam-attempts/${attempt}/answers`;
        if ((await note(web, 'answer', (process) => process.ask('PUT', path, given, cookie))) === 200)
          kept.answers.set(writer, seq);
        reached = Math.min(0.9, reached + 0.001);
        const at = new Date().toISOString();
        const form = { reached, position: reached, at };
        const status = await note(web, 'progress', (process) =>
          process.ask('PUT', `/api/learning/sections/${lessonId}`, form, cookie),
        );
        if (status === 200) kept.progress.set(web * CANDIDATES + nth, reached);
      });
    }),
  ]);
  let mailbox = 0;
  const codes = school.webs.map((_, web) =>
    again(async () => {
      mailbox += 1;
      const email = `mailbox-${mailbox % MAILBOXES}@school.test`;
      let answer: { challenge?: string } = {};
      const status = await note(web, 'code', async (process) => {
        const reply = await process.ask<{ challenge?: string }>('POST', '/api/sign-in/code', { email }, '');
        answer = reply.body;
        return reply;
      });
      if (status === 200) kept.codes.push({ email, challenge: answer.challenge ?? '' });
      await wait(500);
    }),
  );
  return {
    attempts,
    async acknowledgedAfter(moment, withinMs) {
      const wanted = school.webs.flatMap((_, web) =>
        (['message', 'answer', 'progress', 'code'] as const).map((what) => ({ web, what })),
      );
      const isGood = (attempt: Attempt) => [200, 201].includes(attempt.status) && attempt.began >= moment;
      for (const deadline = Date.now() + withinMs; ; await wait(20)) {
        const missing = wanted.filter(
          ({ web, what }) =>
            !attempts.some((attempt) => attempt.web === web && attempt.what === what && isGood(attempt)),
        );
        if (missing.length === 0) break;
        if (Date.now() > deadline)
          throw new Error(`not acknowledged: ${JSON.stringify([missing, attempts.slice(-12)])}`);
      }
      const firsts = wanted.map(({ web, what }) => {
        const good = attempts.filter((attempt) => attempt.web === web && attempt.what === what);
        return good.filter(isGood).reduce((least, { ended }) => Math.min(least, ended), Infinity);
      });
      return Math.max(...firsts) - moment;
    },
    async stop() {
      isOver = true;
      await Promise.all([...writers, ...codes]);
    },
    async expectKept() {
      const looking = await school.client();
      const found = await look(looking, kept);
      await looking.end();
      const arrived = await readCodes(school.mails);
      const codes = kept.codes.filter(({ email }) => !arrived.has(email));
      expect({ ...found, codes }).toEqual({
        lost: { messages: [], answers: [], progress: [] },
        twice: [],
        codes: [],
      });
      const { answers, messages, progress } = kept;
      expect(Math.min(messages.size, answers.size, progress.size, kept.codes.length)).toBeGreaterThan(0);
      const newest = kept.codes.at(-1);
      const given = { challenge: newest?.challenge, code: arrived.get(newest?.email ?? '') };
      expect(await school.webs[0]?.ask('POST', '/api/sign-in/by-code', given, '')).toMatchObject({
        status: 200,
        body: { status: 'signed-in', user: { email: newest?.email } },
      });
    },
  };
}

async function seedMailboxes(client: pg.Client): Promise<void> {
  await client.query(
    `insert into users (name, email, email_verified)
     select 'Mailbox', 'mailbox-' || n || '@school.test', true from generate_series(0, $1::int - 1) n`,
    [MAILBOXES],
  );
}

/** The code that came last to each mailbox. */
async function readCodes(mails: readonly string[]): Promise<Map<string, string>> {
  const read = await Promise.all(mails.map((mail) => PostalMime.parse(mail)));
  const found = read.map(({ text = '', to }): [string, string] => [
    to?.[0]?.address ?? '',
    /^\s*(\d{6})\s*$/m.exec(text)?.[1] ?? '',
  ]);
  return new Map(found.filter(([, code]) => code !== ''));
}

async function look(client: pg.Client, kept: Acknowledged) {
  const messages = await client.query<{ message: string; times: number }>(
    'select message, count(*)::int as times from contact_messages group by message',
  );
  const stored = new Set(messages.rows.map((row) => row.message));
  const answers = await client.query<{ writer: string; seq: number }>(
    'select writer, max(seq)::int as seq from exam_answers group by writer',
  );
  const seqs = new Map(answers.rows.map(({ seq, writer }) => [writer, seq]));
  const progress = await client.query<{ person: number; reached: number }>(
    `select substring(u.email from '\\d+')::int as person, reached::float8 from section_progress p
     join users u on u.id = p.user_id join course_content s on s.id = p.section_id where s.key = 'read'`,
  );
  const reached = new Map(progress.rows.map((row) => [row.person, row.reached]));
  return {
    lost: {
      messages: [...kept.messages].filter((text) => !stored.has(text)),
      answers: [...kept.answers].filter(([writer, seq]) => (seqs.get(writer) ?? 0) < seq),
      progress: [...kept.progress].filter(([person, far]) => (reached.get(person) ?? 0) < far - 0.0005),
    },
    twice: messages.rows.filter(({ times }) => times > 1).map((row) => row.message),
  };
}
