import { type LookupAddress, lookup } from 'node:dns';
import { request as requestHttp } from 'node:http';
import { isIP, type LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';
import { isLoopback, isWebhookAddress } from '#domain/health/webhook-address';

const TIMEOUT_MS = 10_000;

/** The address leads to a network that nobody outside may reach through us. */
export class ForbiddenAddress extends Error {}

interface Posting {
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly timeoutMs?: number;
  /** Finds the addresses of a name; left out: the system does. */
  readonly resolve?: Resolve;
}

type Resolve = (
  hostname: string,
  options: { readonly all: true },
  done: (error: Error | null, addresses: LookupAddress[]) => void,
) => void;

/**
 * Posts to an address that an administrator typed; answers the status and reads nothing of the reply. It connects to this
 * machine where the address names it, and else only to public addresses, whatever a name resolves to at that moment. It follows
 * no redirect. Throws a ForbiddenAddress, or what the network said.
 */
export async function postOutside(
  address: string,
  { body, headers, resolve: find = lookup, timeoutMs = TIMEOUT_MS }: Posting,
): Promise<number> {
  if (!isWebhookAddress(address)) throw new ForbiddenAddress('the address is not allowed');
  const url = new URL(address);
  const isOwn = isLoopback(url.hostname);
  if (!isOwn) refuseInside(url.hostname.replace(/^\[|\]$/g, ''));
  // Takes memory that a school without webhooks doesn't need.
  const send = url.protocol === 'https:' ? (await import('node:https')).request : requestHttp;
  const { promise, reject, resolve } = Promise.withResolvers<number>();
  const request = send(
    url,
    {
      method: 'POST',
      agent: false,
      headers: {
        'user-agent': 'Lectern',
        ...headers,
        'content-length': Buffer.byteLength(body),
        connection: 'close',
      },
      signal: AbortSignal.timeout(timeoutMs),
      ...(!isOwn && { lookup: lookupOutside(find) }),
    },
    (reply) => {
      reply.destroy();
      resolve(reply.statusCode ?? 0);
    },
  );
  request.once('error', reject);
  request.end(body);
  return promise;
}

/** Resolves a name, and refuses it when any of its addresses leads inside. */
function lookupOutside(find: Resolve): LookupFunction {
  return (hostname, options, done) => {
    find(hostname, { ...options, all: true }, (error, addresses) => {
      if (error) return done(error, '');
      try {
        for (const { address } of addresses) refuseInside(address);
      } catch (refusal) {
        return done(refusal as Error, '');
      }
      const [first] = addresses;
      if (options.all) return done(null, addresses);
      return done(null, first?.address ?? '', first?.family);
    });
  };
}

/** Names are looked at once they are resolved. */
function refuseInside(address: string): void {
  if (isIP(address) === 0) return;
  // An IPv4 address inside an IPv6 one is the IPv4 address.
  if (ipaddr.process(address).range() !== 'unicast')
    throw new ForbiddenAddress('the address leads to a private network');
}
