import type { Context, Hono } from 'hono';
import { cut } from '#domain/cut';
import { appendUpload, findProgress, findUpload } from '#server/areas/media/uploads/append-upload';
import { cancelUpload } from '#server/areas/media/uploads/cancel-upload';
import { MAX_LARGE_BYTES, openUpload } from '#server/areas/media/uploads/open-upload';
import { RESUMABLE_MS } from '#server/areas/media/uploads/sweep-uploads';
import { Failure } from '#server/failure';
import type { Caller, Services } from '#server/services';
import { m } from '../../messages/messages.js';
import { errorResponse } from './error-response.ts';
import { gateAccess } from './gates/gate-access.ts';
import type { HttpEnv } from './request-scope.ts';

export const UPLOADS_PATH = '/api/admin/media/uploads';
/** What a procedure would declare. */
const UPLOADS_META = { access: 'admin', scope: 'admin:content:write' } as const;
const VERSION = '1.0.0';
/** Of one request; it is in memory until it is stored. */
const MAX_PIECE_BYTES = 16 * 1024 * 1024;
const COMMON = { 'tus-resumable': VERSION, 'cache-control': 'no-store' };

/**
 * Large files arrive here in pieces, each of which can be sent again: the protocol of tus.io in version 1.0.0 with its
 * extensions creation, expiration, and termination. `media.finishUpload` makes a file of them.
 */
export function mountMediaUploads(app: Hono<HttpEnv>, services: Services, isDiskFull: () => boolean): void {
  const handle =
    (answer: (context: Context<HttpEnv>, caller: Caller) => Promise<Response>, isUnsafe = true) =>
    async (context: Context<HttpEnv>): Promise<Response> => {
      const scope = context.get('scope');
      scope.route = UPLOADS_PATH;
      try {
        const caller = await gateAccess(services, await scope.caller(), UPLOADS_META, isUnsafe);
        if (context.req.header('tus-resumable') !== VERSION)
          return new Response(null, { status: 412, headers: { ...COMMON, 'tus-version': VERSION } });
        if (isUnsafe && isDiskFull()) throw new Failure('DISK_FULL');
        return await answer(context, caller);
      } catch (error) {
        const refused = errorResponse(error, scope.requestId);
        refused.headers.set('tus-resumable', VERSION);
        return refused;
      }
    };
  app.post(
    UPLOADS_PATH,
    handle(async ({ req }, caller) => {
      const bytes = wholeNumber(req.header('upload-length'));
      const name = nameOf(req.header('upload-metadata'));
      if (bytes === null || bytes === 0)
        throw new Failure('BAD_INPUT', { fields: { file: m.faults_this_file_is_empty() } });
      if (name === '') throw new Failure('BAD_INPUT', { fields: { file: m.faults_this_file_has_no_name() } });
      const id = await openUpload(services, caller, { bytes, name });
      // Without a host: the school may be open under another name than PUBLIC_URL, and a page sends to its own only.
      const location = `${UPLOADS_PATH}/${id}`;
      return new Response(null, { status: 201, headers: { ...COMMON, ...expiry(services), location } });
    }),
  );
  // A request for the head alone is answered here as well.
  app.get(
    `${UPLOADS_PATH}/:id`,
    handle(async ({ req }, caller) => {
      const { bytes, received } = await findProgress(services, caller, req.param('id') ?? '');
      const headers = { ...COMMON, 'upload-length': String(bytes), 'upload-offset': String(received) };
      return new Response(null, { headers });
    }, false),
  );
  app.patch(
    `${UPLOADS_PATH}/:id`,
    handle(async ({ req }, caller) => {
      const offset = wholeNumber(req.header('upload-offset'));
      const isPiece = req.header('content-type') === 'application/offset+octet-stream';
      if (offset === null || !isPiece) throw new Failure('BAD_INPUT');
      const id = req.param('id') ?? '';
      // A piece that can't be used is not read.
      await findUpload(services, caller, id);
      const bytes = await readPiece(req.raw);
      const received = await appendUpload(services, caller, { id, offset, bytes });
      const headers = { ...COMMON, ...expiry(services), 'upload-offset': String(received) };
      return new Response(null, { status: 204, headers });
    }),
  );
  app.delete(
    `${UPLOADS_PATH}/:id`,
    handle(async ({ req }, caller) => {
      await cancelUpload(services, caller, req.param('id') ?? '');
      return new Response(null, { status: 204, headers: COMMON });
    }),
  );
  app.options(UPLOADS_PATH, (context) => {
    context.get('scope').route = UPLOADS_PATH;
    const headers = {
      ...COMMON,
      'tus-version': VERSION,
      'tus-extension': 'creation,expiration,termination',
      'tus-max-size': String(MAX_LARGE_BYTES),
    };
    return new Response(null, { status: 204, headers });
  });
}

/** What arrives of a piece; of one that is cut off, what came before, so that it is not sent again. */
async function readPiece(request: Request): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  let size = 0;
  const reader = request.body?.getReader();
  for (;;) {
    const read = await reader?.read().catch(() => undefined);
    if (!read || read.done) return Buffer.concat(parts);
    size += read.value.length;
    if (size > MAX_PIECE_BYTES) {
      void reader?.cancel().catch(() => undefined);
      throw new Failure('BODY_TOO_LARGE');
    }
    parts.push(read.value);
  }
}

function wholeNumber(header: string | undefined): number | null {
  return /^\d{1,15}$/.test(header ?? '') ? Number(header) : null;
}

/** The name in the metadata: pairs of a key and a value in base64. */
function nameOf(metadata = ''): string {
  const pairs = metadata.split(',').map((pair) => pair.trim().split(' '));
  const [, value = ''] = pairs.find(([key]) => key === 'filename') ?? [];
  return cut(Buffer.from(value, 'base64').toString('utf8'), 300);
}

function expiry({ clock }: Pick<Services, 'clock'>) {
  return { 'upload-expires': new Date(clock.now().getTime() + RESUMABLE_MS).toUTCString() };
}
