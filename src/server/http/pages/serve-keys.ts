import type { Hono } from 'hono';
import { didDocument, keySet } from '#domain/certificates/did';
import { listPublicKeys } from '#server/areas/certificates/credentials/list-public-keys';
import type { Services } from '#server/services';
import type { HttpEnv } from '../request-scope.ts';

/** Ten minutes: how long a rotated key may stay unknown to somebody who checks (design, section 6). */
const TEN_MINUTES = 'public, max-age=600';

/** The keys of the school, for everybody who checks what it signed. */
export function mountKeys(app: Hono<HttpEnv>, services: Services): void {
  const documents = {
    '/.well-known/jwks.json': { make: keySet, type: 'application/jwk-set+json' },
    '/.well-known/did.json': { make: didDocument, type: 'application/did+json' },
  };
  for (const [path, { make, type }] of Object.entries(documents))
    app.get(path, async (context) => {
      context.get('scope').route = path;
      const body = JSON.stringify(make(services.config.publicUrl, await listPublicKeys(services)));
      return context.body(body, 200, {
        'content-type': type,
        'cache-control': TEN_MINUTES,
        // Whoever checks does so from a page of their own.
        'access-control-allow-origin': '*',
        'cross-origin-resource-policy': 'cross-origin',
      });
    });
}
