import type { Viewer } from '#domain/access/viewer';
import type { TraceContext } from '#server/platform/tracing/trace-context';
import type { Caller } from '#server/services';

/** What one request carries through all who handle it. */
export interface RequestScope {
  /** Ours, or the one that a trusted proxy gave it. */
  readonly requestId: string;
  /** The trace that a trusted proxy put it into, or that begins here; null: none. */
  readonly trace: TraceContext | null;
  readonly ipAddress: string;
  readonly socketAddress: string;
  /** The pattern of the address, for the log: "/api/courses/{slug}". */
  route: string;
  /** Whether it names an API key; then its cookies say nothing. */
  readonly isKey: boolean;
  /** Who calls; fails with INVALID_KEY for a key that is worth nothing. Looked up at the first question. */
  viewer(): Promise<Viewer>;
  caller(): Promise<Caller>;
  /** Known once somebody asked. */
  userId: string | null;
  /** Cookies that the lookup of the viewer wants renewed. */
  setCookies: readonly string[];
}

export interface HttpEnv {
  Bindings: { incoming?: { socket?: { remoteAddress?: string } } };
  Variables: { scope: RequestScope };
}
