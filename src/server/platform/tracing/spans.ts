import type { RequestContext } from './request-context.ts';
import { newSpanId, type TraceContext } from './trace-context.ts';
import type { Span, SpanKind } from './tracer.ts';

type SpanEnd = Pick<Span, 'attributes' | 'hasFailed' | 'name'>;

/**
 * Begins a part of the trace of a request; answers how to end it. Undefined where nothing is recorded, so that nothing needs
 * to be worked out for it.
 */
export function beginSpan(
  context: RequestContext | undefined,
  kind: SpanKind,
): ((end: SpanEnd) => void) | undefined {
  if (!context?.tracer || !context.trace?.isSampled) return undefined;
  const { trace, tracer } = context;
  const startedAt = nowMs();
  return (end) =>
    tracer.record({
      traceId: trace.traceId,
      spanId: newSpanId(),
      parentId: trace.spanId,
      kind,
      startedAt,
      endedAt: nowMs(),
      ...end,
    });
}

/** The request itself as a part of its trace. */
export function requestSpan(
  trace: TraceContext,
  { ms, ...span }: Pick<Span, 'attributes' | 'hasFailed' | 'name'> & { readonly ms: number },
): Span {
  const { parentId, spanId, traceId } = trace;
  const endedAt = nowMs();
  return { traceId, spanId, parentId, kind: 'server', startedAt: endedAt - ms, endedAt, ...span };
}

const nowMs = () => performance.timeOrigin + performance.now();
