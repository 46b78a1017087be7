import type { Hono } from 'hono';
import { tierOfFeed } from '#server/areas/posts/feed-address';
import { makeFeed } from '#server/areas/posts/make-feed';
import { Failure } from '#server/failure';
import type { Services } from '#server/services';
import { errorResponse } from '../error-response.ts';
import type { AddressGate } from '../gates/address-gate.ts';
import { administrationRules } from '../gates/administration-rules.ts';
import type { HttpEnv } from '../request-scope.ts';
import { prepareReply, sendPrepared } from './prepared-reply.ts';
import type { ReplyStore } from './reply-store.ts';

type Format = 'rss' | 'atom';
const TYPES: Readonly<Record<Format, string>> = {
  rss: 'application/rss+xml; charset=utf-8',
  atom: 'application/atom+xml; charset=utf-8',
};
const PRIVATE = /^([\w-]{20,60})\.(rss|atom)$/;

/** One address may be a service that reads the feeds of many members. */
const PRIVATE_A_MINUTE = 120;

export interface FeedOptions {
  readonly gate: AddressGate;
  readonly services: Services;
  readonly store: ReplyStore;
  readonly headers: Readonly<Record<string, string>>;
}

/** Feeds for everybody with what is free, and private ones with what the tier of their owner may see. */
export function mountFeeds(app: Hono<HttpEnv>, { gate, headers, services, store }: FeedOptions): void {
  for (const format of ['rss', 'atom'] as const) {
    app.get(`/feed.${format}`, async (context) => {
      context.get('scope').route = `/feed.${format}`;
      const key = `feed ${format}`;
      const reply =
        store.find(key) ??
        (await store.fill(key, async () => {
          const texts = await makeFeed(services, 'free', '/feed');
          const made = await prepareReply(200, Buffer.from(texts[format]), {
            'content-type': TYPES[format],
            'cache-control': 'public, max-age=0, must-revalidate',
            vary: 'Accept-Encoding',
          });
          return { made, keep: made };
        }));
      return sendPrepared(reply, context.req.raw.headers, headers);
    });
  }
  app.get('/feeds/:file', async (context) => {
    const scope = context.get('scope');
    scope.route = '/feeds';
    const [, token = '', format = 'rss'] = PRIVATE.exec(context.req.param('file')) ?? [];
    await gate(scope, { name: 'feeds', limitPerMinute: PRIVATE_A_MINUTE });
    const owner = token === '' ? null : await tierOfFeed(services, token);
    if (!owner) return errorResponse(new Failure('NOT_FOUND'), scope.requestId);
    const { isAddressAllowed, twoFactor } = await administrationRules(services, scope.ipAddress);
    const isAdmin = owner.isAdmin && isAddressAllowed && (owner.twoFactorEnabled || !twoFactor);
    const texts = await makeFeed(services, isAdmin ? 'premium' : owner.tier, `/feeds/${token}`);
    return context.body(texts[format as Format], 200, {
      'content-type': TYPES[format as Format],
      'cache-control': 'private, no-store',
      'x-robots-tag': 'noindex',
    });
  });
}
