import type { Span, SpanKind, SpanValue } from './tracer.ts';

/** Numbers of the protocol. */
const KIND: Readonly<Record<SpanKind, number>> = { server: 2, client: 3 };
const STATUS_ERROR = 2;

/** Spans as the body of an OTLP request in JSON (opentelemetry-proto 1, ExportTraceServiceRequest). */
export function otlpJson(spans: readonly Span[], resource: Readonly<Record<string, SpanValue>>): string {
  return JSON.stringify({
    resourceSpans: [
      {
        resource: { attributes: attributes(resource) },
        scopeSpans: [{ scope: { name: 'lectern' }, spans: spans.map(toSpan) }],
      },
    ],
  });
}

function toSpan({ endedAt, hasFailed, kind, name, parentId, spanId, startedAt, traceId, ...span }: Span) {
  return {
    traceId,
    spanId,
    ...(parentId !== null && { parentSpanId: parentId }),
    name,
    kind: KIND[kind],
    startTimeUnixNano: nanoseconds(startedAt),
    endTimeUnixNano: nanoseconds(endedAt),
    attributes: attributes(span.attributes),
    status: hasFailed ? { code: STATUS_ERROR } : {},
  };
}

function attributes(values: Readonly<Record<string, SpanValue>>) {
  return Object.entries(values).map(([key, value]) => ({ key, value: anyValue(value) }));
}

function anyValue(value: SpanValue) {
  if (typeof value === 'string') return { stringValue: value };
  if (typeof value === 'boolean') return { boolValue: value };
  // Numbers of 64 bits are text in the JSON of the protocol.
  return Number.isInteger(value) ? { intValue: String(value) } : { doubleValue: value };
}

/** More digits than a number holds: whole milliseconds and the rest apart. */
function nanoseconds(ms: number): string {
  const whole = Math.floor(ms);
  return `${whole}${String(Math.floor((ms - whole) * 1e6)).padStart(6, '0')}`;
}
