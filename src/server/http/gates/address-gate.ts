import { VISITOR } from '#domain/access/viewer';
import type { Services } from '#server/services';
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
