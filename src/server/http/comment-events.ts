import type { Hono } from 'hono';
import type { Viewer } from '#domain/access/viewer';
import { COMMENTS_CHANNEL } from '#server/areas/comments/notify-readers';
import { recheckWatchers } from '#server/areas/comments/recheck-watchers';
import { watchComments } from '#server/areas/comments/watch-comments';
import type { Notifications } from '#server/db/notifications';
import { Failure } from '#server/failure';
import type { Services } from '#server/services';
import { limitKey } from './client-address.ts';
import { gateAccess } from './gates/gate-access.ts';
import type { HttpEnv } from './request-scope.ts';

/** What a procedure would declare. */
const EVENTS_META = { access: 'public', scope: 'content:read' } as const;
const HEARTBEAT_MS = 15_000;
/** A class room behind one address fits; beyond it, pages ask every 30 s instead. */
const MAX_PER_ADDRESS = 100;
const MAX = 5000;
/** A reader who takes nothing this long is let go; the page connects again. */
const MAX_WAITING = 64;
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const HEADERS = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-store',
  // A proxy that collects a reply before it passes it on would hold the events back.
  'x-accel-buffering': 'no',
};

interface Stream {
  readonly courseId: string;
  readonly viewer: Viewer;
  readonly address: string;
  readonly controller: ReadableStreamDefaultController<Uint8Array>;
}

export interface CommentEventsOptions {
  readonly services: Services;
  readonly heartbeatMs?: number;
  readonly perAddress?: number;
}

/**
 * Tells open pages that comments changed. One listener to the database for the whole process; what is sent are ids, and
 * the page then asks for what its reader may see.
 */
export class CommentEvents {
  readonly #options: CommentEventsOptions;
  readonly #streams = new Map<string, Set<Stream>>();
  readonly #perAddress = new Map<string, number>();
  readonly #timer: NodeJS.Timeout;
  #stopped = false;

  constructor(options: CommentEventsOptions) {
    this.#options = options;
    // Connections stay open by this alone: no failure of the database may stop it.
    this.#timer = setInterval(
      () => this.#reportAll(this.#all(), encode(': still here\n\n')),
      options.heartbeatMs ?? HEARTBEAT_MS,
    );
    this.#timer.unref();
  }

  /** Passes on what any process tells; after a lost connection everybody asks again. */
  listen(heard: Pick<Notifications, 'on'>): () => void {
    return heard.on(COMMENTS_CHANNEL, (payload) => {
      const [courseId = '', ...ids] = payload.split(' ');
      if (courseId === '') this.#reportAll(this.#all(), event({}));
      const streams = this.#streams.get(courseId);
      if (streams) for (const id of ids) this.#reportAll([...streams], event({ id }));
    });
  }

  get size(): number {
    return this.#all().length;
  }

  open(courseId: string, viewer: Viewer, ipAddress: string): Response {
    const address = limitKey(ipAddress);
    const count = this.#perAddress.get(address) ?? 0;
    const most = this.#options.perAddress ?? MAX_PER_ADDRESS;
    if (this.#stopped || count >= most || this.size >= MAX)
      throw new Failure('RATE_LIMITED', { data: { retryAfter: 30 } });
    let stream: Stream | undefined;
    const body = new ReadableStream<Uint8Array>(
      {
        start: (controller) => {
          stream = { courseId, viewer, address, controller };
          this.#streams.set(courseId, (this.#streams.get(courseId) ?? new Set()).add(stream));
          this.#perAddress.set(address, count + 1);
          controller.enqueue(encode(': open\n\n'));
        },
        cancel: () => {
          if (stream) this.#forget(stream);
        },
      },
      { highWaterMark: MAX_WAITING },
    );
    return new Response(body, { headers: HEADERS });
  }

  /** Ends the streams of those who may not read on: the session ended, the course rose above the tier. */
  async recheck(): Promise<void> {
    const ended = await recheckWatchers(this.#options.services, this.#all());
    for (const stream of ended) this.#end(stream);
  }

  /** Ends every stream, so that the process can stop. */
  stop(): void {
    this.#stopped = true;
    clearInterval(this.#timer);
    for (const stream of this.#all()) this.#end(stream);
  }

  #all(): Stream[] {
    return [...this.#streams.values()].flatMap((streams) => [...streams]);
  }

  #reportAll(streams: readonly Stream[], bytes: Uint8Array): void {
    for (const stream of streams) {
      if ((stream.controller.desiredSize ?? 0) <= 0) this.#end(stream);
      else stream.controller.enqueue(bytes);
    }
  }

  #end(stream: Stream): void {
    if (this.#forget(stream)) stream.controller.close();
  }

  #forget(stream: Stream): boolean {
    const streams = this.#streams.get(stream.courseId);
    if (!streams?.delete(stream)) return false;
    if (streams.size === 0) this.#streams.delete(stream.courseId);
    const left = (this.#perAddress.get(stream.address) ?? 1) - 1;
    if (left === 0) this.#perAddress.delete(stream.address);
    else this.#perAddress.set(stream.address, left);
    return true;
  }
}

/** GET /api/comments/{courseId}/events: a line whenever the comments changed, for who may read them. */
export function mountCommentEvents(
  app: Hono<HttpEnv>,
  services: Services,
  events: CommentEvents | undefined,
): void {
  app.get('/api/comments/:courseId/events', async (context) => {
    const scope = context.get('scope');
    scope.route = '/api/comments/{courseId}/events';
    const courseId = context.req.param('courseId').toLowerCase();
    if (!UUID.test(courseId)) throw new Failure('BAD_INPUT');
    if (!events) throw new Failure('NOT_FOUND');
    const caller = await gateAccess(services, await scope.caller(), EVENTS_META, false);
    await watchComments(services, caller, { courseId });
    if (context.req.method === 'HEAD') return new Response(null, { headers: HEADERS });
    return events.open(courseId, caller.viewer, scope.ipAddress);
  });
}

function encode(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

function event(data: { id?: string }): Uint8Array {
  return encode(`event: change\ndata: ${JSON.stringify(data)}\n\n`);
}
