import { StandardOpenAPIMatcher } from '@orpc/openapi/standard';
import { type AnyProcedure, createProcedureClient, ORPCError } from '@orpc/server';
import type { ApiContext } from '#server/implementer';
import type { Log } from '#server/platform/log';
import { errorBody, toApiError } from './api-error.ts';
import type { ApiRouter } from './api-router.ts';
import { logFault } from './log-fault.ts';

/** Paths that are matched as they are; in others, escapes or dots have to be resolved first. */
const PLAIN_PATH = /^\/api\/[\w\-/]+$/;
const UTF8 = new TextDecoder();

export interface DirectCall {
  readonly method: string;
  /** With its query. */
  readonly path: string;
  readonly body: Uint8Array | null;
  readonly context: ApiContext;
  /** Told about the call while it runs: which address pattern it matched. */
  readonly trace: { route: string };
}
/** What a call came to, before it is made a reply. */
export interface Called {
  readonly status: number;
  readonly body: unknown;
}
type Client = (
  input: unknown,
  options: { readonly context: { readonly own: ApiContext } },
) => Promise<unknown>;

/**
 * Calls a procedure with input of JSON, as the handler of the library does for every call: the same match, gates, and schemas,
 * without the URL, signal, and spans that it makes for each. Null for what is left to that handler, of which nothing was
 * done: queries, paths with escapes, and addresses of no procedure.
 */
export function directCalls(router: ApiRouter, log: Log): (call: DirectCall) => Promise<Called | null> {
  const matcher = new StandardOpenAPIMatcher();
  matcher.init(router);
  const clients = new WeakMap<AnyProcedure, Client>();
  const clientOf = (procedure: AnyProcedure, path: readonly string[]): Client => {
    const known = clients.get(procedure);
    if (known) return known;
    const made: Client = createProcedureClient(procedure, {
      path,
      context: ({ own }: { readonly own: ApiContext }) => own,
    });
    clients.set(procedure, made);
    return made;
  };
  return async ({ body, context, method, path, trace }) => {
    if (!PLAIN_PATH.test(path)) return null;
    const pathname: `/${string}` = `/${path.slice(5, path.endsWith('/') ? -1 : undefined)}`;
    const matched = await matcher.match(method, pathname);
    if (!matched) return null;
    const { procedure } = matched;
    const { successStatus = 200, path: pattern } = procedure['~orpc'].route;
    trace.route = `/api${pattern}`;
    let input: unknown;
    try {
      input = method === 'GET' ? { ...matched.params } : inputOf(body, matched.params);
    } catch (error) {
      return failed(new ORPCError('BAD_REQUEST', { cause: error }));
    }
    try {
      const output = await clientOf(procedure, matched.path)(input, { context: { own: context } });
      return { status: successStatus, body: output };
    } catch (error) {
      logFault(log, error, context.caller.requestId, trace.route);
      return failed(error instanceof ORPCError ? error : toApiError(error));
    }
  };
}

/** Fields of the body with those of the path, which win. */
function inputOf(body: Uint8Array | null, params: Record<string, string> | undefined): unknown {
  const text = body === null ? '' : UTF8.decode(body);
  if (text === '') return params;
  const given: unknown = JSON.parse(text);
  if (!params || Object.keys(params).length === 0) return given;
  return isFields(given) ? { ...given, ...params } : params;
}

function isFields(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function failed(error: ORPCError<string, unknown>): Called {
  return { status: error.status, body: errorBody(error, '') };
}
