import type { RequestContext } from './request-context.ts';
import { newSpanId, type TraceContext } from './trace-context.ts';

export type SpanKind = 'server' | 'client';
export type SpanValue = string | number | boolean;

/** A part of a trace that has ended. Times are milliseconds since 1970. */
export interface Span {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentId: string | null;
  readonly name: string;
  readonly kind: SpanKind;
  readonly startedAt: number;
  readonly endedAt: number;
  readonly hasFailed: boolean;
  readonly attributes: Readonly<Record<string, SpanValue>>;
}

/** Decides which traces are recorded, and takes their parts. */
export interface Tracer {
  /** Whether a trace that begins here is recorded. */
  samples(): boolean;
  record(span: Span): void;
}

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
