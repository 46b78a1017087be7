import Stripe from 'stripe';
import { ZodError, type z } from 'zod';
import { PaymentDeclined, PaymentRefused, PaymentsAway } from './payment-provider.ts';

const { errors } = Stripe;

/** Asks Stripe and translates its errors into those of the port. */
export async function asked<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    throw portError(error);
  }
}

/** As `asked`; undefined when there is no such thing. */
export async function askedFor<T>(ask: () => Promise<T>): Promise<T | undefined> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof errors.StripeInvalidRequestError && error.code === 'resource_missing')
      return undefined;
    throw portError(error);
  }
}

/** Whether an error says that nothing was done: without an answer, or with one of 500 or 409, it may still be under way. */
export function isRefusal(error: unknown): boolean {
  const status = error instanceof errors.StripeError ? (error.statusCode ?? 0) : 0;
  return status >= 400 && status < 500 && status !== 409;
}

/** More than one customer can ever have of anything. */
const MAX_ENTRIES = 10_000;

/** All pages of a list, each entry read by its shape. Throws PaymentsAway where the pages never end. */
export async function allOf<S extends z.ZodType>(
  pages: AsyncIterable<unknown>,
  shape: S,
): Promise<z.output<S>[]> {
  const all: z.output<S>[] = [];
  const ids = new Set<unknown>();
  for await (const one of pages) {
    const id = typeof one === 'object' && one !== null && 'id' in one ? one.id : undefined;
    if (ids.has(id) || all.length === MAX_ENTRIES) throw new PaymentsAway('a list does not end');
    if (id !== undefined) ids.add(id);
    all.push(shape.parse(one));
  }
  return all;
}

const LONGEST_WAIT = 3600;

/** Only whole seconds: Stripe sends no dates. */
function secondsIn(header: string | undefined): number | null {
  return header !== undefined && /^\d{1,6}$/.test(header) ? Math.min(Number(header), LONGEST_WAIT) : null;
}

function portError(error: unknown): unknown {
  if (error instanceof ZodError)
    return new PaymentsAway('an answer lacks what is read of it', { cause: error });
  if (!(error instanceof errors.StripeError)) return error;
  const { code, message, statusCode = 0 } = error;
  const cause = { cause: error.code ?? error.type };
  if (error instanceof errors.StripeCardError) return new PaymentDeclined(code ?? 'card_error', cause);
  // A key that is wrong today is corrected tomorrow: what was to be done is still to be done.
  const isWrongKey = statusCode === 401 || statusCode === 403;
  if (statusCode === 0 || statusCode === 409 || statusCode === 429 || statusCode >= 500 || isWrongKey)
    return new PaymentsAway(isWrongKey ? `status ${statusCode}: the key is refused` : message, {
      ...cause,
      isKept: statusCode >= 500,
      retryAfter: secondsIn(error.headers?.['retry-after']),
    });
  return new PaymentRefused(message, cause);
}
