import { setTimeout as wait } from 'node:timers/promises';
import { expect } from 'vitest';
import type { School } from '../../durability/school-server.ts';
import type { Installation } from './installation.ts';
import { writeOn } from './ledger.ts';

/** How soon everything is as before once a fault has ended. */
const RECOVERY_MS = 5000;
const STEADY_MS = 40_000;
/** Somebody who waits longer than this gives up. */
const PATIENCE_MS = 9000;
/** /readyz looks at most every three seconds while all is well, and gives the database two. */
const TOLD_MS = 5500;

export interface Fault {
  readonly name: string;
  readonly holdMs: number;
  /** Begins it. */
  readonly strike: (school: Installation) => Promise<void> | void;
  /** How many emails may have been taken without our side hearing so: they come twice, under one Message-ID. */
  readonly unheard?: () => number;
  /** Ends it; somebody else does, such as the system that starts a server again. */
  readonly repair: (school: Installation) => Promise<void> | void;
  /** Codes that refuse a write meanwhile, each as 503 with Retry-After; left out: nothing may be refused. */
  readonly refusals?: readonly string[];
  /** Processes whose connections break: they were killed. */
  readonly broken?: readonly number[];
  /** What /readyz has to say while it lasts, as soon as it can know; left out: 200 all the time. */
  readonly ready?: 200 | 503;
}

/**
 * Lets a fault happen while people write, and proves what has to hold then. Prints a line for the report; answers how long half
 * of the writes took at most since it began, in ms.
 */
export async function surviveFault(school: Installation, fault: Fault): Promise<{ median: number }> {
  const { broken = [], holdMs, repair, name, ready = 200, refusals = [], strike } = fault;
  const ledger = await writeOn(school);
  await ledger.acknowledgedAfter(Date.now(), STEADY_MS);
  const struck = Date.now();
  await strike(school);
  const reported = watchReadiness(school, broken);
  await wait(holdMs);
  const states = await reported.stop();
  await repair(school);
  const repaired = Date.now();
  const recovery = await ledger.acknowledgedAfter(repaired, 60_000);
  const readyAfter = await untilReady(school, repaired);
  await wait(500);
  await ledger.stop();
  const during = ledger.attempts.filter(({ ended }) => ended >= struck);
  const refused = during.filter(({ status }) => status !== 200 && status !== 201);
  const counts = Map.groupBy(refused, ({ code, status }) => `${status} ${code}`);
  const times = during.map(({ began, ended }) => ended - began).sort((one, other) => one - other);
  const [median = Infinity, slowest = Infinity] = [times[times.length >> 1], times.at(-1)];
  process.stdout.write(
    `| ${name} | ${ledger.attempts.length - refused.length} kept | ${[...counts].map(([what, all]) => `${all.length} x ${what}`).join(', ') || 'none refused'} | median ${median}, slowest ${slowest} ms | writes after ${recovery} ms, ready after ${readyAfter} ms | /readyz ${[...new Set(states.map(({ status }) => status))].join(', ')} |\n`,
  );
  await expectMails(school, fault.unheard?.() ?? 0);
  await ledger.expectKept();
  const isAllowed = ({ code, retryAfter, status, web }: (typeof refused)[number]) =>
    (status === 503 && refusals.includes(code) && retryAfter > 0) ||
    // What a lost reply had begun is still under way.
    (status === 409 && code === 'REQUEST_IN_PROGRESS') ||
    // It was done, and only its reply was lost.
    (status === 422 && code === 'IDEMPOTENCY_KEY_REUSED') ||
    (status === 0 && broken.includes(web));
  expect(refused.filter((attempt) => !isAllowed(attempt))).toEqual([]);
  expect(slowest).toBeLessThan(PATIENCE_MS);
  expect(recovery).toBeLessThan(RECOVERY_MS);
  expect(readyAfter).toBeLessThan(RECOVERY_MS);
  const known = states.filter(({ after }) => after > (ready === 200 ? 0 : TOLD_MS));
  if (holdMs > TOLD_MS) expect([...new Set(known.map(({ status }) => status))]).toEqual([ready]);
  return { median };
}

async function readyz(process: School): Promise<number> {
  return (await process.ask('GET', '/readyz').catch(() => ({ status: 0 }))).status;
}

/** What those processes say that were not killed. */
function watchReadiness(school: Installation, broken: readonly number[]) {
  const began = Date.now();
  const states: { status: number; after: number }[] = [];
  let isOver = false;
  const watching = school.webs.map(async (_, web) => {
    for (; !isOver && !broken.includes(web); await wait(250)) {
      const after = Date.now() - began;
      states.push({ status: await readyz(school.webs[web] as School), after });
    }
  });
  return {
    async stop() {
      isOver = true;
      await Promise.all(watching);
      return states;
    },
  };
}

async function untilReady(school: Installation, since: number): Promise<number> {
  for (const deadline = since + 60_000; ; await wait(50)) {
    const all = await Promise.all([...school.webs, school.worker].map(readyz));
    if (all.every((status) => status === 200)) return Date.now() - since;
    if (Date.now() > deadline) throw new Error(`not ready: ${all}`);
  }
}

const MAILS_WITHIN_MS = 30_000;

/** Every email of the outbox leaves, and none comes twice unless nobody could know that it had arrived. */
async function expectMails(school: Installation, unheard: number): Promise<void> {
  const client = await school.client();
  const count = async (where: string) =>
    Number((await client.query(`select count(*) from mail_outbox where ${where}`)).rows[0].count);
  for (const deadline = Date.now() + MAILS_WITHIN_MS; (await count('sent_at is null')) > 0; await wait(200))
    if (Date.now() > deadline) {
      const { rows } = await client.query(
        'select template, attempts, last_error, next_attempt_at - now() as in from mail_outbox where sent_at is null',
      );
      throw new Error(`emails are left: ${JSON.stringify(rows)}`);
    }
  const sent = await count('sent_at is not null');
  await client.end();
  const ids = school.mails.map((mail) => /^message-id: (.+)$/im.exec(mail)?.[1]);
  expect(ids).not.toContain(undefined);
  expect(ids.length - new Set(ids).size).toBeLessThanOrEqual(unheard);
  expect(sent).toBe(new Set(ids).size);
  expect(sent).toBeGreaterThan(0);
}
