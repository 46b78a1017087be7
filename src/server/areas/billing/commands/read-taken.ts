import { z } from 'zod';
import type { SubscriptionFact } from '#domain/billing/facts';
import type { NewCommand } from './command-sql.ts';

/** A scheduled change that a command takes away first, because the provider changes nothing beside it. */
const takenShape = z.object({
  subscription: z.string(),
  /** The price that was to come, and when. */
  taken: z.string(),
  takenAt: z.int(),
  /** What the subscription was until then. */
  price: z.string(),
  seats: z.int(),
});
export type Taken = z.output<typeof takenShape>;

/** What a command notes of a scheduled change that it takes away, so that it can come back where the command fails. */
export function takenFrom({ id, price, quantity, scheduled }: SubscriptionFact): Partial<Taken> {
  if (!scheduled) return {};
  return { subscription: id, taken: scheduled.price, takenAt: scheduled.at, price, seats: quantity };
}

export function isTaking(args: NewCommand['args']): boolean {
  return readTaken(args) !== undefined;
}

/** Undefined: the command took nothing away, or nothing that is to come back. */
export function readTaken(args: unknown): Taken | undefined {
  return takenShape.safeParse(args).data;
}
