import { randomBytes } from 'node:crypto';

/** Where a request belongs in a trace (W3C Trace Context). */
export interface TraceContext {
  readonly traceId: string;
  /** Our own part of the trace. */
  readonly spanId: string;
  /** Who called us; null: the trace begins here. */
  readonly parentId: string | null;
  /** Whether whoever began the trace wants it recorded. */
  readonly isSampled: boolean;
}

const SAMPLED = 1;

/** The trace that a traceparent header puts a request into; null for none, or one that is no such header. */
export function traceFrom(header: string | null): TraceContext | null {
  const [, version, traceId = '', parentId = '', flags = '', rest = ''] =
    /^([\da-f]{2})-([\da-f]{32})-([\da-f]{16})-([\da-f]{2})(-.*)?$/.exec(header ?? '') ?? [];
  if (version === undefined || version === 'ff' || (version === '00' && rest !== '')) return null;
  if (isZero(traceId) || isZero(parentId)) return null;
  return {
    traceId,
    parentId,
    spanId: newSpanId(),
    isSampled: (Number.parseInt(flags, 16) & SAMPLED) !== 0,
  };
}

export function newTrace(isSampled: boolean): TraceContext {
  return { traceId: newId(16), spanId: newSpanId(), parentId: null, isSampled };
}

export const newSpanId = () => newId(8);

/** The header of a reply that says which trace it belongs to (W3C Trace Context level 2). */
export function traceResponse({ isSampled, spanId, traceId }: TraceContext): string {
  return `00-${traceId}-${spanId}-${isSampled ? '01' : '00'}`;
}

const isZero = (id: string) => /^0+$/.test(id);

function newId(bytes: number): string {
  const id = randomBytes(bytes).toString('hex');
  return isZero(id) ? newId(bytes) : id;
}
