import { Failure } from '#server/failure';

/** The body of a request as a whole; null without one. Refused as soon as it is larger than allowed. */
export async function readBody(request: Request, limit: number): Promise<Uint8Array<ArrayBuffer> | null> {
  if (!request.body) return null;
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of request.body) {
    size += chunk.byteLength;
    if (size > limit) throw new Failure('BODY_TOO_LARGE');
    chunks.push(chunk);
  }
  return size === 0 ? null : Buffer.concat(chunks, size);
}
