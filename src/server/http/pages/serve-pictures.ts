import type { Context, Hono } from 'hono';
import { coverSvg } from '#domain/courses/cover-art';
import { type StoredFile, wholeFile } from '#server/areas/media/blocks/block-file';
import { PICTURE_TYPES } from '#server/areas/media/file-types';
import { isMediaSignature, mediaSignature } from '#server/areas/media/media-signature';
import { openMedia } from '#server/areas/media/open-media';
import { openPlaylist } from '#server/areas/media/renditions/open-playlist';
import { selectPicture } from '#server/areas/settings/pictures-sql';
import { Failure } from '#server/failure';
import type { Services } from '#server/services';
import { errorResponse } from '../error-response.ts';
import { gateAccess } from '../gates/gate-access.ts';
import type { HttpEnv, RequestScope } from '../request-scope.ts';
import { FILE_POLICY } from './security-headers.ts';

const FOR_EVER = 'public, max-age=31536000, immutable';
const A_DAY = 'public, max-age=86400';
/** As long as the address is signed the same. */
const OWN_DAY = 'private, max-age=86400, immutable';
const NEVER = 'private, no-store';
const PLAYLIST = 'application/vnd.apple.mpegurl';

/** Drawn covers of courses, and the files that people uploaded. None of them can run anything. */
export function mountPictures(app: Hono<HttpEnv>, services: Services): void {
  app.get('/covers/:file{[a-z0-9-]{1,100}\\.svg}', (context) => {
    context.get('scope').route = '/covers/{slug}.svg';
    const slug = context.req.param('file').slice(0, -'.svg'.length);
    const category = context.req.query('category') ?? '';
    return context.body(coverSvg(slug, category.slice(0, 100)), 200, fileHeaders('image/svg+xml', A_DAY));
  });
  app.get('/school/:file{[0-9a-f]{32}\\.(?:webp|svg)}', async (context) => {
    const scope = context.get('scope');
    scope.route = '/school/{id}.{ext}';
    const [id = '', ending = ''] = context.req.param('file').split('.');
    const picture = await selectPicture(services.db.kysely, id);
    const mime = picture?.ending === ending ? PICTURE_TYPES[ending] : undefined;
    if (!picture || !mime) return notFound(scope);
    const kept = { file: wholeFile(picture.bytes), mime, download: null, cache: FOR_EVER, isPublic: true };
    return answer(context, `"${id}"`, kept);
  });
  app.get('/media/:file{[0-9a-f-]{36,41}\\.[a-z0-9]{1,8}}', async (context) => {
    const scope = context.get('scope');
    scope.route = '/media/{id}.{ext}';
    const file = context.req.param('file');
    // A file never changes under its name, so the name is as good as its content.
    const etag = `"${file}"`;
    const signature = context.req.query('s');
    if (signature !== undefined && !isMediaSignature(services, file, signature)) return notFound(scope);
    const found = signature === undefined ? await findPublic(services, file) : null;
    if (found) return answer(context, etag, { ...found, cache: FOR_EVER, isPublic: true });
    const isAuthor = signature === undefined && (await isAdministrator(services, scope));
    if (signature === undefined && !isAuthor) return notFound(scope);
    if (file.endsWith('.m3u8')) {
      const text = await openPlaylist(services.db.kysely, file.slice(0, -'.m3u8'.length), (name) =>
        signature === undefined ? name : `${name}?s=${mediaSignature(services, name, signature)}`,
      );
      if (text === null) return notFound(scope);
      return context.body(text, 200, { ...fileHeaders(PLAYLIST, NEVER) });
    }
    const cache = isAuthor ? NEVER : OWN_DAY;
    // Before it is opened, which costs something.
    if (isKnown(context, etag)) return notModified(etag, { cache, isPublic: false });
    const opened = await openMedia(services, file);
    if (!opened) return notFound(scope);
    return answer(context, etag, { ...opened, cache, isPublic: false });
  });
}

/** Portraits and covers: whoever has the address may open them. */
async function findPublic({ storage }: Services, file: string) {
  const mime = PICTURE_TYPES[file.slice(file.lastIndexOf('.') + 1)];
  if (!mime) return null;
  // Pages ask for the small copy of every cover in WebP; a portrait that somebody made a cover has none.
  const bytes =
    (await storage.get(file)) ??
    (file.includes('-640.') ? await storage.get(file.replace('-640.', '.')) : null);
  return bytes ? { file: wholeFile(bytes), mime, download: null } : null;
}

/** Whoever may read every course may open its files; editors show the plain address, which they save. */
async function isAdministrator(services: Services, scope: RequestScope): Promise<boolean> {
  const asked = { access: 'admin', scope: 'admin:content:read' } as const;
  return gateAccess(services, await scope.caller(), asked, false).then(
    () => true,
    (error: unknown) => {
      if (error instanceof Failure) return false;
      throw error;
    },
  );
}

interface Answered {
  readonly file: StoredFile;
  readonly mime: string;
  readonly download: string | null;
  readonly cache: string;
  readonly isPublic: boolean;
}

function isKnown(context: Context<HttpEnv>, etag: string): boolean {
  return context.req.header('if-none-match') === etag;
}

function notModified(etag: string, { cache, isPublic }: Pick<Answered, 'cache' | 'isPublic'>): Response {
  return new Response(null, { status: 304, headers: { ...keptHeaders(cache, isPublic), etag } });
}

function answer(context: Context<HttpEnv>, etag: string, answered: Answered): Response {
  const { cache, download, file, isPublic, mime } = answered;
  if (isKnown(context, etag)) return notModified(etag, answered);
  const headers = {
    'content-type': mime,
    ...keptHeaders(cache, isPublic),
    ...(download !== null && {
      'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent(download)}`,
    }),
    etag,
    'accept-ranges': 'bytes',
  };
  const range =
    context.req.header('if-range') === etag || !context.req.header('if-range')
      ? readRange(context.req.header('range'), file.size)
      : null;
  if (range === 'none')
    return new Response(null, {
      status: 416,
      headers: { ...headers, 'content-range': `bytes */${file.size}` },
    });
  const { end, start } = range ?? { start: 0, end: file.size - 1 };
  // A file that is streamed says its length, or a browser could not show how far a download is.
  const sized = { ...headers, 'content-length': String(end - start + 1) };
  const body = context.req.method === 'HEAD' ? null : file.read(start, end);
  if (!range) return new Response(body, { headers: sized });
  return new Response(body, {
    status: 206,
    headers: { ...sized, 'content-range': `bytes ${start}-${end}/${file.size}` },
  });
}

/** The one range that is asked for, to its last byte; null: all of it; 'none': there is no such part. */
function readRange(header: string | undefined, size: number): { start: number; end: number } | 'none' | null {
  const [, from, to] = /^bytes=(\d*)-(\d*)$/.exec(header ?? '') ?? [];
  if (from === undefined || to === undefined || (from === '' && to === '')) return null;
  const start = from === '' ? Math.max(0, size - Number(to)) : Number(from);
  const end = from === '' || to === '' ? size - 1 : Math.min(size - 1, Number(to));
  if (from !== '' && to !== '' && Number(to) < Number(from)) return null;
  return start > end ? 'none' : { start, end };
}

function notFound({ requestId }: RequestScope): Response {
  return errorResponse(new Failure('NOT_FOUND'), requestId);
}

function fileHeaders(type: string, cacheControl: string): Record<string, string> {
  return { 'content-type': type, ...keptHeaders(cacheControl, true) };
}

/** What a browser that has the file keeps with it. */
function keptHeaders(cacheControl: string, isPublic: boolean): Record<string, string> {
  return {
    'cache-control': cacheControl,
    'content-security-policy': FILE_POLICY,
    // Shown where a page of the school is shared.
    ...(isPublic && { 'cross-origin-resource-policy': 'cross-origin' }),
  };
}
