import type { Hono } from 'hono';
import { VISITOR } from '#domain/access/viewer';
import { makeSharePicture } from '#server/areas/admin/share/make-share-picture';
import type { Services } from '#server/services';
import type { Shared } from '#server/share-address';
import type { AddressGate } from '../gates/address-gate.ts';
import { callerOf } from '../gates/open-scope.ts';
import type { HttpEnv } from '../request-scope.ts';
import { FILE_POLICY } from './security-headers.ts';

const ID = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';
const IDS: Readonly<Record<Shared['kind'], string>> = {
  courses: '[a-z0-9-]{1,100}',
  posts: ID,
  pages: '[a-z0-9-]{1,100}',
  certificates: ID,
};
const FOR_EVER = 'public, max-age=31536000, immutable';
/** Of those that have to be drawn: what was drawn lately is sent to everybody. */
const DRAWN_A_MINUTE = 60;
const AN_HOUR = 'public, max-age=3600';

/** Pictures that are shown where the address of a course, post, page or certificate is shared: one size, as a visitor may see them. */
export function mountSharePictures(app: Hono<HttpEnv>, services: Services, gate: AddressGate): void {
  for (const [kind, ids] of Object.entries(IDS))
    app.get(`/share/${kind}/:file{${ids}\\.jpg}`, async (context) => {
      const scope = context.get('scope');
      scope.route = `/share/${kind}/{id}.jpg`;
      const visitor = callerOf({ ipAddress: '', requestId: scope.requestId }, VISITOR, null);
      const id = context.req.param('file').slice(0, -'.jpg'.length);
      const { bytes, version } = await makeSharePicture(
        services,
        visitor,
        { kind: kind as Shared['kind'], id },
        () => gate(scope, { name: 'share', limitPerMinute: DRAWN_A_MINUTE }),
      );
      // A certificate may be revoked, and no copy of its picture shall outlive that by long.
      const isExact = context.req.query('v') === version && kind !== 'certificates';
      const etag = `"${version}"`;
      const headers = {
        'content-type': 'image/jpeg',
        'cache-control': isExact ? FOR_EVER : AN_HOUR,
        'content-security-policy': FILE_POLICY,
        'cross-origin-resource-policy': 'cross-origin',
        etag,
      };
      if (context.req.header('if-none-match') === etag) return new Response(null, { status: 304, headers });
      return new Response(new Uint8Array(bytes), { headers });
    });
}
