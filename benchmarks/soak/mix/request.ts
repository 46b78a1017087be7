import type { Call, Reply } from '../../load.ts';
import type { Random } from '../random.ts';
import type { Learner, World } from '../seed-world.ts';

/** What everything in the mix may use. */
export interface Context {
  readonly world: World;
  readonly random: Random;
  /** Of the school, as browsers name it. */
  readonly origin: string;
  /** The cookie of an administrator. */
  readonly admin: string;
  /** How many candidates save answers, all behind one address. */
  readonly candidates: number;
}

/** One request, and the answers that are no fault. */
export interface Asked {
  readonly call: Call;
  /** Left out: 200. */
  readonly expected?: readonly number[];
  readonly onReply?: (reply: Reply) => void;
}

/** Something that people do, how often among a thousand requests. */
export interface Habit {
  readonly name: string;
  readonly weight: number;
  /** Null: nobody can do it now, such as handing in once everything is. */
  readonly ask: (context: Context) => Asked | null;
}

interface Sent {
  readonly cookie?: string;
  readonly body?: object;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A request from any address: a single one would be held back by the limits, as it should be. */
export function request(
  { origin, random }: Pick<Context, 'origin' | 'random'>,
  method: string,
  path: string,
  { body, cookie, headers }: Sent = {},
): Call {
  const part = () => random.below(256);
  return {
    method,
    path,
    body: body && JSON.stringify(body),
    headers: {
      ...(method !== 'GET' && { origin }),
      ...(body && { 'content-type': 'application/json' }),
      ...(cookie && { cookie }),
      'x-forwarded-for': `10.${part()}.${part()}.${part()}`,
      'accept-encoding': 'br',
      ...headers,
    },
  };
}

/** A learner who has not done this for so long; null: everybody has. Narrow limits per account are kept that way. */
export function rested({ random, world }: Context, what: string, seconds: number): Learner | null {
  const now = Date.now();
  for (let tries = 0; tries < 20; tries += 1) {
    const learner = random.of(world.learners);
    if (now - (learner.lastAt.get(what) ?? 0) < seconds * 1000) continue;
    learner.lastAt.set(what, now);
    return learner;
  }
  return null;
}
