import { Agent } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import type { Started } from '#tests/kit/process';
import { type Attack, CLOSED } from './attacks.ts';
import { type Call, median, send } from './load.ts';
import type { Order } from './probe.ts';
import { watchPeakMemory } from './process-tree.ts';
import { type Probe, startProbe } from './start-probe.ts';
import { percentile } from './waiting.ts';

/** Most ms that others wait longer than at bare node:http, and most that the main thread works without a pause. */
const LIMIT_MS = 50;
/** On a busy machine everybody waits: a wait counts from so many times that beside bare node:http on. */
const TIMES_BARE = 10;
const ROUNDS = 5;
const ROUND_MS = 1000;
/** Two calls in turn, each every 10 ms. */
const PROBE_MS = 5;

export interface Attackable {
  /** Started with loop-turns.ts. */
  readonly server: Started;
  readonly port: number;
  /** Bare node:http that reads what it is sent. */
  readonly bare: { readonly port: number };
  /** Of somebody who asks for little while others attack. */
  readonly cookie: string;
}
type Target = Pick<Order, 'port' | 'calls'>;
/** How often an attack was sent so far, and what came back. */
interface Sent {
  count: number;
  readonly answers: Map<number, number>;
}
interface Round {
  readonly p99: number;
  readonly worst: number;
}
interface Figures {
  readonly ours: readonly Round[];
  readonly bare: readonly Round[];
  /** The longest turn of the thread that answers everybody, in each round; the first with what was loaded for it. */
  readonly turns: readonly number[];
  readonly firstTurn: number;
  readonly memoryMiB: number;
  readonly answers: ReadonlyMap<number, number>;
}

/** Prints how long others wait while each attack goes on; answers how many attacks make them wait too long. */
export async function measureCostly(school: Attackable, attacks: readonly Attack[]): Promise<number> {
  console.log(
    `\nHow long others wait while strangers send what is costly, ms, the median of ${ROUNDS} rounds; limit ${LIMIT_MS} ms: turns of the main thread, and p99 above that beside bare node:http that reads the same bytes, if it is over ${TIMES_BARE} x as well`,
  );
  console.log(
    '                                      p99    worst    bare p99    worst    added p99    worst   longest turn    (first)   memory   answers',
  );
  await longestTurn(school.server);
  // What every first request loads is no attack's doing.
  for (const call of bystanderCalls(school)) await send(school.port, call);
  console.log(
    `   first requests after the start: a turn of ${(await longestTurn(school.server)).toFixed(0)} ms`,
  );
  const probe = startProbe();
  let over = 0;
  try {
    for (const attack of attacks) over += print(attack, await measureAttack(school, attack, probe));
  } finally {
    probe.close();
  }
  return over;
}

function bystanderCalls({ cookie }: Attackable): Call[] {
  return [{ path: '/healthz' }, { path: '/api/session', headers: { cookie } }];
}

async function measureAttack(school: Attackable, attack: Attack, probe: Probe): Promise<Figures> {
  const { bare, port, server } = school;
  const here: Target = { port, calls: bystanderCalls(school) };
  const there: Target = { port: bare.port, calls: [{ path: '/' }] };
  // Each of ours is sent by another member than the one before.
  const sent = { count: 0, answers: new Map<number, number>() };
  await longestTurn(server);
  // The first round loads code that nobody has asked for before.
  await attackOnce(here, attack, probe, sent);
  const firstTurn = await longestTurn(server);
  await attackOnce(there, attack, probe);
  const [ours, others, turns]: [Round[], Round[], number[]] = [[], [], []];
  const memoryMiB = watchPeakMemory(server.child.pid ?? 0);
  for (let round = 1; round <= ROUNDS; round += 1) {
    ours.push(await attackOnce(here, attack, probe, sent));
    turns.push(await longestTurn(server));
    others.push(await attackOnce(there, attack, probe));
  }
  return { ours, bare: others, turns, firstTurn, memoryMiB: memoryMiB(), answers: sent.answers };
}

/** Attacks for a round, and asks from another process meanwhile how long others wait. */
async function attackOnce(
  target: Target,
  { answers, call, callers }: Attack,
  probe: Probe,
  sent?: Sent,
): Promise<Round> {
  probe.begin({ ...target, everyMs: PROBE_MS });
  const agent = new Agent({ keepAlive: true, maxSockets: callers });
  const end = performance.now() + ROUND_MS;
  const counted = sent ?? { count: 0, answers: new Map() };
  const caller = async () => {
    while (performance.now() < end) {
      const made = call(counted.count);
      counted.count += 1;
      const status = await statusOf(target.port, made, agent);
      counted.answers.set(status, (counted.answers.get(status) ?? 0) + 1);
      if (sent && !answers.includes(status))
        throw new Error(`${made.path} answered ${status}, not ${answers.join(' or ')}`);
    }
  };
  await Promise.all(Array.from({ length: callers }, caller));
  const waits = await probe.end();
  agent.destroy();
  // What was begun is finished before the next round.
  await wait(100);
  return { p99: percentile(waits, 0.99), worst: Math.max(...waits) };
}

async function statusOf(port: number, call: Call, agent: Agent): Promise<number> {
  try {
    return (await send(port, call, agent)).status;
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code === 'ECONNRESET' || code === 'EPIPE') return CLOSED;
    throw error;
  }
}

const asked = new WeakMap<Started, number>();

/** The longest turn of the server's main thread since this was asked last, in ms of CPU. */
async function longestTurn(server: Started): Promise<number> {
  const count = (asked.get(server) ?? 0) + 1;
  asked.set(server, count);
  server.child.kill('SIGUSR2');
  const [, ms] = await server.says(new RegExp(`turn ${count}: ([\\d.]+) ms`));
  return Number(ms);
}

function print({ name }: Attack, figures: Figures): number {
  const { answers, bare, firstTurn, memoryMiB, ours, turns } = figures;
  const of = (rounds: readonly Round[], key: keyof Round) => median(rounds.map((round) => round[key]));
  const added = of(ours, 'p99') - of(bare, 'p99');
  const turn = median(turns);
  const isWaiting = added > LIMIT_MS && of(ours, 'p99') > TIMES_BARE * of(bare, 'p99');
  const isOver = isWaiting || !(turn <= LIMIT_MS);
  const columns = [
    of(ours, 'p99').toFixed(1).padStart(8),
    of(ours, 'worst').toFixed(1).padStart(8),
    of(bare, 'p99').toFixed(1).padStart(11),
    of(bare, 'worst').toFixed(1).padStart(8),
    added.toFixed(1).padStart(12),
    (of(ours, 'worst') - of(bare, 'worst')).toFixed(1).padStart(8),
    turn.toFixed(1).padStart(14),
    `(${firstTurn.toFixed(0)})`.padStart(10),
    `+${memoryMiB.toFixed(0)} MiB`.padStart(9),
  ];
  const given = [...answers].map(([status, count]) => `${count} x ${status || 'closed'}`).join(', ');
  console.log(`${isOver ? '!!' : 'ok'} ${name.padEnd(32)}${columns.join(' ')}   ${given}`);
  return Number(isOver);
}
