import { MAX_IMPORT_BYTES } from '#contract/questions/import-form';
import { canAdminister } from '#domain/access/can-administer';
import type { Viewer } from '#domain/access/viewer';
import { Failure } from '#server/failure';

/** Visitors send short forms only: however many they open at once, they hold little memory. */
const VISITOR_BYTES = 100_000;
const JSON_BYTES = 1_000_000;
const UPLOAD_BYTES = 3_000_000;
/** Files that are handed in; what a question allows is decided there. */
const HANDED_IN_BYTES = 10_100_000;
/** Files of questions, which only administrators may send. */
const IMPORT_BYTES = MAX_IMPORT_BYTES + 100_000;
const IMPORT = /^\/api\/admin\/banks\/[^/]+\/import(?:-checks)?$/;

/** The body of a request as a whole; null without one. Refused as soon as it is larger than allowed, declared or not. */
export async function readBody(request: Request, viewer: Viewer): Promise<Uint8Array<ArrayBuffer> | null> {
  if (!request.body) return null;
  const isUpload = /^multipart\/form-data\b/i.test(request.headers.get('content-type') ?? '');
  const memberLimit = isUpload ? uploadLimit(new URL(request.url).pathname, viewer) : JSON_BYTES;
  const limit = viewer.kind === 'visitor' ? VISITOR_BYTES : memberLimit;
  if (Number(request.headers.get('content-length') ?? 0) > limit) throw new Failure('BODY_TOO_LARGE');
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of request.body) {
    size += chunk.byteLength;
    if (size > limit) throw new Failure('BODY_TOO_LARGE');
    chunks.push(chunk);
  }
  return size === 0 ? null : new Uint8Array(Buffer.concat(chunks, size));
}

function uploadLimit(pathname: string, viewer: Viewer): number {
  if (IMPORT.test(pathname) && canAdminister(viewer).allowed) return IMPORT_BYTES;
  return /^\/api\/exam-attempts\/[^/]+\/files$/.test(pathname) ? HANDED_IN_BYTES : UPLOAD_BYTES;
}
