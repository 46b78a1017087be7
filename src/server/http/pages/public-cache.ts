import type { Hono } from 'hono';
import { z } from 'zod';
import { contract } from '#contract/contract';
import { audienceTier } from '#domain/access/content/audience-tier';
import { VISITOR, type Viewer } from '#domain/access/viewer';
import { viewerHere } from '#domain/access/viewer-here';
import type { Tier } from '#domain/tiers';
import { signingDay } from '#server/areas/media/media-signature';
import type { Services } from '#server/services';
import { type Stated, statedProcedures } from '../check-contract.ts';
import type { UnkeptGate } from '../gates/address-gate.ts';
import { administrationRules } from '../gates/administration-rules.ts';
import { callerOf } from '../gates/open-scope.ts';
import type { HttpEnv, RequestScope } from '../request-scope.ts';
import { type PreparedReply, prepareReply, sendPrepared } from './prepared-reply.ts';
import type { ReplyStore } from './reply-store.ts';

/** Fields that people type into; every value would make an entry that nobody asks for again. */
const FREE_TEXT = new Set(['q']);

type Audience = 'visitor' | Tier;
/** Asks the API as anybody of that audience would. */
type AskApi = (request: Request, viewer: Viewer) => Promise<Response | null>;

export interface PublicCacheOptions {
  readonly services: Pick<Services, 'clock' | 'settings'>;
  readonly store: ReplyStore;
  readonly ask: AskApi;
  /** Passed by whoever asks for what isn't kept: typing other words each time is no way around. */
  readonly gate: UnkeptGate;
  readonly headers: Readonly<Record<string, string>>;
}

/**
 * Answers public reads from prepared replies. Has to be registered before the API itself. A reply is made for an
 * audience, not for a person: it is asked for as a member of that tier who has no name.
 */
export function mountPublicCache(app: Hono<HttpEnv>, options: PublicCacheOptions): void {
  for (const procedure of statedProcedures(contract)) {
    if (procedure.method !== 'GET' || !procedure.meta.cache) continue;
    const pattern = `/api${procedure.path.replace(/\{(\w+)\}/g, ':$1')}`;
    const fields = queryFields(procedure);
    const isForEveryone = procedure.meta.cache === 'everyone';
    // With a reply for everyone the session of whoever asked must not be renewed: a cache would hand it on.
    const pass = async (scope: RequestScope) =>
      options.gate(isForEveryone ? callerOf(scope, VISITOR, null) : await scope.caller());
    app.get(pattern, async (context, next) => {
      const scope = context.get('scope');
      // What is prepared is for an audience; a key passes the gates for its scopes and limits.
      if (scope.isKey) return next();
      const url = new URL(context.req.url);
      const query = knownQuery(url, fields);
      if (query === null) {
        await pass(scope);
        return next();
      }
      scope.route = `/api${procedure.path}`;
      const audience = isForEveryone ? 'visitor' : await audienceOf(options, scope);
      // What is signed for a day is made again on the next one.
      const day = procedure.meta.media === 'signed' ? `day ${signingDay(options.services)} ` : '';
      const key = `${day}${audience} ${url.pathname}${query}`;
      const found = options.store.find(key);
      if (found) return sendPrepared(found, context.req.raw.headers, options.headers, scope);
      await pass(scope);
      const { pathname, origin } = url;
      const fill = () => ask(options, new Request(`${origin}${pathname}${query}`), audience, isForEveryone);
      const made = await options.store.fill(key, fill);
      // While the database is away, an answer from before is better than none.
      const reply = made.status === 503 ? (options.store.findStale(key) ?? made) : made;
      if (reply.status >= 400) return next();
      return sendPrepared(reply, context.req.raw.headers, options.headers, scope);
    });
  }
}

async function ask(
  { ask: askApi }: PublicCacheOptions,
  request: Request,
  audience: Audience,
  isForEveryone: boolean,
) {
  const response = await askApi(request, viewerOf(audience));
  const body = Buffer.from(response ? await response.arrayBuffer() : new ArrayBuffer(0));
  const made: PreparedReply = await prepareReply(response?.status ?? 404, body, {
    'content-type': response?.headers.get('content-type') ?? 'application/json',
    'cache-control': isForEveryone ? 'public, max-age=0, must-revalidate' : 'private, no-cache',
    vary: isForEveryone ? 'Accept-Encoding' : 'Cookie, Accept-Encoding',
  });
  return { made, keep: made.status === 200 ? made : null };
}

/** The query as the contract knows it, in one order; null when the answer is not worth keeping. */
function knownQuery(url: URL, fields: readonly string[]): string | null {
  if (url.search === '') return '';
  const kept = new URLSearchParams();
  for (const name of fields) {
    const values = url.searchParams.getAll(name);
    if (values.length > 1) return null;
    if (values[0] === undefined) continue;
    if (FREE_TEXT.has(name) ? values[0].trim() !== '' : values[0] === '') return null;
    if (values[0] !== '') kept.set(name, values[0]);
  }
  if ([...url.searchParams.keys()].some((name) => /[[\].]/.test(name))) return null;
  return kept.size === 0 ? '' : `?${kept}`;
}

function queryFields({ inputSchema, path }: Stated): string[] {
  if (!(inputSchema instanceof z.ZodObject)) return [];
  return Object.keys(inputSchema.shape)
    .filter((name) => !path.includes(`{${name}}`))
    .sort();
}

async function audienceOf({ services }: PublicCacheOptions, scope: RequestScope): Promise<Audience> {
  const viewer = await scope.viewer();
  if (viewer.kind === 'visitor') return 'visitor';
  if (!viewer.isAdmin) return viewer.tier;
  return audienceTier(viewerHere(viewer, await administrationRules(services, scope.ipAddress)));
}

function viewerOf(audience: Audience): Viewer {
  if (audience === 'visitor') return VISITOR;
  return {
    kind: 'member',
    userId: '00000000-0000-0000-0000-000000000000',
    sessionId: 'cache',
    name: '',
    email: '',
    tier: audience,
    isAdmin: false,
    avatarUrl: null,
    twoFactorEnabled: false,
  };
}
