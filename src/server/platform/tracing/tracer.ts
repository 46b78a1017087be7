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
