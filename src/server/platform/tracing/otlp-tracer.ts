import type { Config } from '#server/config';
import { limitedFetch } from '../limited-fetch.ts';
import type { Log } from '../log.ts';
import { otlpJson } from './otlp-json.ts';
import type { Span, SpanValue, Tracer } from './tracer.ts';

const FLUSH_MS = 5000;
const MAX_AT_ONCE = 500;
/** What waits while the collector is away; the newest are dropped beyond it. */
const MAX_WAITING = 5000;
const LIMITS = { timeoutMs: 10_000, maxBytes: 64 * 1024 };

export interface OtlpTracer extends Tracer {
  /** Sends what waits. */
  flush(): Promise<void>;
  /** Sends what waits, once, and takes no more. */
  stop(): Promise<void>;
}

interface OtlpOptions {
  readonly settings: NonNullable<Config['tracing']>;
  readonly resource: Readonly<Record<string, SpanValue>>;
  readonly log: Log;
  readonly chance?: () => number;
  readonly flushMs?: number;
}

/**
 * Sends the parts of traces to a collector, as OTLP over HTTP in JSON. It never holds a request up: a collector that is away
 * costs the traces, one line in the log, and a little memory.
 */
export function otlpTracer(options: OtlpOptions): OtlpTracer {
  const { chance = Math.random, flushMs = FLUSH_MS, log, resource, settings } = options;
  let waiting: Span[] = [];
  let sending: Promise<void> | undefined;
  let dropped = 0;
  let isAway = false;

  const send = async (): Promise<void> => {
    while (waiting.length > 0) {
      const spans = waiting.splice(0, MAX_AT_ONCE);
      try {
        const headers = { 'content-type': 'application/json', ...settings.headers };
        const body = otlpJson(spans, resource);
        const reply = await limitedFetch(settings.url, { method: 'POST', headers, body }, LIMITS);
        if (!reply.ok) throw new Error(`status ${reply.status}`);
        if (isAway) log.info({ dropped }, 'the collector of traces takes them again');
        [isAway, dropped] = [false, 0];
      } catch (error) {
        dropped += spans.length;
        const message = error instanceof Error ? error.message : String(error);
        if (!isAway) log.warn({ message }, 'the collector of traces takes none; they are dropped');
        isAway = true;
        return;
      }
    }
  };
  const flush = (): Promise<void> => {
    sending ??= send().finally(() => {
      sending = undefined;
    });
    return sending;
  };
  const timer = setInterval(flush, flushMs).unref();
  return {
    samples: () => chance() < settings.ratio,
    record(span) {
      if (waiting.length >= MAX_WAITING) dropped += 1;
      else waiting.push(span);
    },
    flush,
    async stop() {
      clearInterval(timer);
      await flush();
      waiting = [];
    },
  };
}
