import type { Hono } from 'hono';
import { coverSvg } from '#domain/courses/cover-art';
import { Failure } from '#server/failure';
import type { Services } from '#server/services';
import { errorResponse } from './error-response.ts';
import type { HttpEnv } from './request-scope.ts';
import { FILE_POLICY } from './security-headers.ts';

const TYPES: Readonly<Record<string, string>> = {
  webp: 'image/webp',
  png: 'image/png',
  jpg: 'image/jpeg',
  avif: 'image/avif',
  gif: 'image/gif',
  svg: 'image/svg+xml',
};
const FOR_EVER = 'public, max-age=31536000, immutable';
const A_DAY = 'public, max-age=86400';

/** Drawn covers of courses, and the pictures that people uploaded. Neither can run anything. */
export function mountPictures(app: Hono<HttpEnv>, { storage }: Services): void {
  app.get('/covers/:file{[a-z0-9-]{1,100}\\.svg}', (context) => {
    context.get('scope').route = '/covers/{slug}.svg';
    const slug = context.req.param('file').slice(0, -'.svg'.length);
    const category = context.req.query('category') ?? '';
    return context.body(coverSvg(slug, category.slice(0, 100)), 200, fileHeaders('image/svg+xml', A_DAY));
  });
  app.get('/media/:file{[0-9a-f-]{36}\\.[a-z]{3,4}}', async (context) => {
    const scope = context.get('scope');
    scope.route = '/media/{id}.{ext}';
    const file = context.req.param('file');
    const type = TYPES[file.slice(file.lastIndexOf('.') + 1)];
    const bytes = type ? await storage.get(file) : null;
    if (!type || !bytes) return errorResponse(new Failure('NOT_FOUND'), scope.requestId);
    // A file never changes under its name, so the name is as good as its content.
    const etag = `"${file}"`;
    const headers = { ...fileHeaders(type, FOR_EVER), etag };
    if (context.req.header('if-none-match') === etag) return new Response(null, { status: 304, headers });
    return new Response(new Uint8Array(bytes), { headers });
  });
}

function fileHeaders(type: string, cacheControl: string): Record<string, string> {
  return {
    'content-type': type,
    'cache-control': cacheControl,
    'content-security-policy': FILE_POLICY,
    // Shown where a page of the school is shared.
    'cross-origin-resource-policy': 'cross-origin',
  };
}
