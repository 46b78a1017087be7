import { implement } from '@orpc/server';
import { type Contract, contract } from '#contract/contract';
import type { Caller } from './services.ts';

/** What a procedure gets besides its input. */
export interface ApiContext {
  readonly caller: Caller;
  /** Headers of the request as they came; empty when the server calls itself to render a page. */
  readonly reqHeaders: Headers;
  /** Headers to send with the reply; append cookies here. */
  readonly resHeaders: Headers;
  /** The procedure whose limit counted this call before its body was read; null: none did. */
  readonly countedAs: string | null;
  /** The Idempotency-Key of the request with a fingerprint of what was sent; null without one. */
  readonly idempotency: { readonly key: string; readonly bodyHash: string } | null;
}

/** The contract waiting for its handlers, without the gates that http/implementer.ts puts in front. */
export const bareImplementer = implement(contract).$context<ApiContext>();

/** What `<group>Routes(os, services)` gets as `os`: the contract with access, limits and idempotency in front. */
export type Implementer = ReturnType<typeof bareImplementer.use<Record<never, never>>>;

/** The handlers of a group of the contract: every procedure has one. */
export type RoutesOf<Group extends keyof Contract> = Parameters<Implementer[Group]['router']>[0];
