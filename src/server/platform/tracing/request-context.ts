import { AsyncLocalStorage } from 'node:async_hooks';
import type { TraceContext } from './trace-context.ts';
import type { Tracer } from './tracer.ts';

/** The request that code runs for, wherever it is. */
export interface RequestContext {
  readonly requestId: string;
  readonly trace: TraceContext | null;
  /** Who records its parts; undefined: nobody. */
  readonly tracer: Tracer | undefined;
}

const contexts = new AsyncLocalStorage<RequestContext>();

/** Runs `work`, and all that it waits for, for this request. */
export function runInRequest<Result>(context: RequestContext, work: () => Result): Result {
  return contexts.run(context, work);
}

/** The request that runs now; undefined outside of all requests. */
export function currentRequest(): RequestContext | undefined {
  return contexts.getStore();
}

/** What a line of the log says about a request. */
export function requestIds(context: RequestContext | undefined): { requestId?: string; traceId?: string } {
  if (!context) return {};
  const { requestId, trace } = context;
  return trace ? { requestId, traceId: trace.traceId } : { requestId };
}
