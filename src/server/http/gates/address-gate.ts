import { VISITOR } from '#domain/access/viewer';
import { Failure } from '#server/failure';
import type { Caller, Services } from '#server/services';
import type { RequestScope } from '../request-scope.ts';
import { rateLimitGate } from './gate-rate-limit.ts';
import type { Limits } from './limits.ts';
import { callerOf } from './open-scope.ts';

/** Counts what an address asks for outside the API; fails with RATE_LIMITED beyond so many in a minute. */
export type AddressGate = (
  scope: Pick<RequestScope, 'ipAddress' | 'requestId'>,
  what: { readonly name: string; readonly limitPerMinute: number },
) => Promise<void>;

export function addressGate(services: Services, limits: Limits): AddressGate {
  const gate = rateLimitGate(services, limits);
  return ({ ipAddress, requestId }, what) => {
    const caller = callerOf({ ipAddress, requestId }, VISITOR, null);
    return gate({ ...what, caller, isUnsafe: false, input: undefined });
  };
}

/** Passed by whoever asks for a page or reply that isn't kept; fails with RATE_LIMITED. */
export type UnkeptGate = (caller: Caller) => Promise<void>;

/**
 * What a visitor's address, or a member, makes this server work out in a minute. A class of a hundred behind one address, each
 * opening six new pages, is within it; a machine that asks for other words without end is not.
 */
const UNKEPT = { name: 'unkept', limitPerMinute: 600 };

export function unkeptGate(services: Services, limits: Limits): UnkeptGate {
  const gate = rateLimitGate(services, limits);
  return (caller) =>
    gate({ ...UNKEPT, caller, isUnsafe: false, input: undefined }).catch((error: unknown) => {
      // Who can't be counted may read all the same, as from a database that is away or takes no changes.
      if (error instanceof Failure && error.code === 'RATE_LIMITED') throw error;
    });
}
