import { Agent, type ClientRequest, get } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { type Reply, StaleConnection, send } from '../load.ts';
import { percentile } from '../waiting.ts';
import { checkReplies } from './check-replies.ts';
import type { Context, Habit } from './mix/request.ts';

/** More than this many unanswered requests are not sent: the server is behind by seconds then. */
const MAX_IN_FLIGHT = 500;
const CONNECTIONS = 100;
const TICK_MS = 10;
/** Different faults that are told with their words. */
const MAX_TOLD = 20;
const SLOWEST = 5;
const MINUTE_MS = 60_000;

export interface Traffic {
  /** Sends so many requests a second, whatever the answers take, until it is told to stop. */
  run(rate: number, until: () => boolean): Promise<void>;
  /** Closes every connection. */
  close(): void;
  readonly counted: () => Counted;
}

export interface Counted {
  readonly sent: number;
  /** Sent twice, because the server closed a kept connection at that moment. */
  readonly again: number;
  /** Not sent, because too many were unanswered. */
  readonly skipped: number;
  readonly seconds: number;
  /** ms. */
  readonly p50: number;
  readonly p99: number;
  /** The longest first; of what was asked for in the same second, only the longest. */
  readonly slowest: readonly Answered[];
  readonly byHabit: ReadonlyMap<string, number>;
  /** How many replies of each kind were parsed by the contract. */
  readonly parsed: ReadonlyMap<string, number>;
  /** What was answered in another way than expected, and how often. */
  readonly faults: ReadonlyMap<string, number>;
}

/** What was answered, after how many ms, asked for so many seconds after the first request. */
export interface Answered {
  readonly name: string;
  readonly ms: number;
  readonly second: number;
}

/** People who do what the mix says, each thing as often as it weighs. */
export function openTraffic(port: number, habits: readonly Habit[], context: Context): Traffic {
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  const pick = picker(habits, context);
  const replies = checkReplies();
  const byHabit = new Map<string, number>();
  const faults = new Map<string, number>();
  const times: number[] = [];
  const slowest = new Map<number, Answered>();
  const firstMs = performance.now();
  let [inFlight, sent, again, skipped, seconds] = [0, 0, 0, 0, 0];
  const fault = (text: string) => {
    if (faults.size < MAX_TOLD || faults.has(text)) faults.set(text, (faults.get(text) ?? 0) + 1);
    else faults.set('others', (faults.get('others') ?? 0) + 1);
  };
  const one = async () => {
    const { asked, name } = pick();
    const { call, expected = [200], onReply } = asked;
    inFlight += 1;
    sent += 1;
    byHabit.set(name, (byHabit.get(name) ?? 0) + 1);
    const started = performance.now();
    try {
      const reply = await send(port, call, agent).catch((error: unknown) => {
        if (!(error instanceof StaleConnection)) throw error;
        // Browsers send it again.
        again += 1;
        return send(port, call, agent);
      });
      const ms = performance.now() - started;
      times.push(ms);
      const second = Math.floor((started - firstMs) / 1000);
      if (ms > (slowest.get(second)?.ms ?? 0)) slowest.set(second, { name, ms, second });
      if (!expected.includes(reply.status)) return fault(`${name}: ${reply.status} ${codeOf(reply)}`);
      const wrong = replies.faultIn(call, reply);
      if (wrong !== null) fault(`${name}: ${wrong}`);
      onReply?.(reply);
    } catch (error) {
      fault(`${name}: ${error instanceof Error ? error.message : error}`);
    } finally {
      inFlight -= 1;
    }
  };
  const run = async (rate: number, until: () => boolean) => {
    const begin = performance.now();
    const pending = new Set<Promise<void>>();
    for (let due = 0; !until(); await wait(TICK_MS)) {
      const wanted = Math.floor(((performance.now() - begin) / 1000) * rate);
      for (; due < wanted; due += 1) {
        if (inFlight >= MAX_IN_FLIGHT) {
          skipped += 1;
          continue;
        }
        const request: Promise<void> = one().finally(() => pending.delete(request));
        pending.add(request);
      }
    }
    seconds += (performance.now() - begin) / 1000;
    await Promise.all(pending);
  };
  return {
    run,
    close: () => agent.destroy(),
    counted: () => ({
      sent,
      again,
      skipped,
      seconds,
      p50: percentile(times, 0.5),
      p99: percentile(times, 0.99),
      slowest: [...slowest.values()].toSorted((one, other) => other.ms - one.ms).slice(0, SLOWEST),
      byHabit,
      parsed: replies.parsed,
      faults,
    }),
  };
}

/** The share of a habit among all. */
export function shareOf(habits: readonly Habit[], name: string): number {
  const sum = habits.reduce((all, { weight }) => all + weight, 0);
  return (habits.find((habit) => habit.name === name)?.weight ?? 0) / sum;
}

function picker(habits: readonly Habit[], context: Context) {
  const sum = habits.reduce((all, { weight }) => all + weight, 0);
  return () => {
    for (;;) {
      let left = context.random.next() * sum;
      const habit = habits.find(({ weight }) => {
        left -= weight;
        return left < 0;
      });
      const asked = habit?.ask(context);
      // What nobody can do now is left out, and something else is done.
      if (habit && asked) return { name: habit.name, asked };
    }
  };
}

function codeOf({ body }: Reply): string {
  return /"code":"(\w+)"/.exec(body.toString())?.[1] ?? body.toString().slice(0, 120);
}

/** Pages that listen for comments, each for a while; answers how to close them. */
export function openStreams(port: number, courses: readonly { id: string }[], count: number): () => void {
  const open = new Set<ClientRequest>();
  let next = 0;
  const listen = () => {
    const path = `/api/comments/${courses[next % courses.length]?.id}/events`;
    next += 1;
    const request = get({ port, path, host: '127.0.0.1', agent: false }, (reply) => reply.resume());
    request.on('error', () => undefined);
    open.add(request);
    return request;
  };
  for (let stream = 0; stream < count; stream += 1) listen();
  // Each is open for a minute.
  const turn = setInterval(() => {
    const [oldest] = open;
    oldest?.destroy();
    if (oldest) open.delete(oldest);
    listen();
  }, MINUTE_MS / count);
  return () => {
    clearInterval(turn);
    for (const request of open) request.destroy();
  };
}
