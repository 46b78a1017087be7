import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Notice } from './payment-provider.ts';
import { eventShape } from './stripe-shapes.ts';

const TOLERANCE_SECONDS = 300;

/** Reads a notice whose signature holds under any of the secrets, at a time close to now on either side. */
export function readStripeNotice(
  body: Uint8Array,
  signature: string,
  { now, secrets }: { now: Date; secrets: readonly string[] },
): Notice | undefined {
  const parts = signature.split(',').map((part) => part.trim().split('=', 2));
  const stamps = parts.filter(([key]) => key === 't').map(([, value = '']) => value);
  const [stamp = ''] = stamps;
  if (stamps.length !== 1 || !/^\d{1,12}$/.test(stamp)) return undefined;
  const given = parts.filter(([key]) => key === 'v1').map(([, value = '']) => Buffer.from(value));
  const isSigned = secrets
    .map((secret) => Buffer.from(sign(body, stamp, secret)))
    // Every pair is compared, so that the time taken reveals nothing.
    .flatMap((wanted) => given.map((one) => one.length === wanted.length && timingSafeEqual(one, wanted)))
    .includes(true);
  // The official check accepts any time in the future.
  const isNear = Math.abs(now.getTime() / 1000 - Number(stamp)) <= TOLERANCE_SECONDS;
  return isSigned && isNear ? noticeOf(body) : undefined;
}

function sign(body: Uint8Array, stamp: string, secret: string): string {
  return createHmac('sha256', secret).update(`${stamp}.`).update(body).digest('hex');
}

function noticeOf(body: Uint8Array): Notice | undefined {
  const event = eventShape.safeParse(parsed(body));
  if (!event.success) return undefined;
  const { created, data, id, livemode, type } = event.data;
  const { charge, customer, id: subject, object } = data.object;
  return {
    id,
    type,
    livemode,
    created: new Date(created * 1000),
    customer: object === 'customer' ? (subject ?? null) : idOf(customer),
    charge: idOf(charge),
  };
}

function idOf(value: unknown): string | null {
  if (typeof value === 'string' && value !== '') return value;
  if (typeof value !== 'object' || value === null || !('id' in value)) return null;
  return typeof value.id === 'string' ? value.id : null;
}

function parsed(body: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(body).toString('utf8'));
  } catch {
    return undefined;
  }
}
