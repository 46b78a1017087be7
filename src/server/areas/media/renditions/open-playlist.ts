import type { Reader } from '#server/db/client';
import { type Piece, selectPieces, selectRenditions } from './renditions-sql.ts';

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
/** With fragments of MP4 and a beginning of their own. */
const HEAD = ['#EXTM3U', '#EXT-X-VERSION:7', '#EXT-X-INDEPENDENT-SEGMENTS'];

/**
 * The HLS playlist of a video, or of one of its sizes; null where there is none. `sign` makes of the name of a file the address
 * that its reader may open.
 */
export async function openPlaylist(
  db: Reader,
  id: string,
  sign: (file: string) => string,
): Promise<string | null> {
  if (!UUID.test(id)) return null;
  const sizes = await selectRenditions(db, id);
  if (sizes.length > 0)
    return lines([
      ...HEAD,
      ...sizes.flatMap(({ bandwidth, codecs, height, id: size, width }) => [
        `#EXT-X-STREAM-INF:BANDWIDTH=${bandwidth},RESOLUTION=${width}x${height},CODECS="${codecs}"`,
        sign(`${size}.m3u8`),
      ]),
    ]);
  const pieces = await selectPieces(db, id);
  return pieces ? lines([...HEAD, ...segments(pieces, sign(`${id}.m4s`)), '#EXT-X-ENDLIST']) : null;
}

/** A size is one file to the player; each segment is a range of it, which is a block of the store. */
function segments(pieces: readonly Piece[], address: string): string[] {
  const longest = Math.max(1, ...pieces.map(({ seconds }) => seconds));
  let at = 0;
  const parts = pieces.flatMap(({ bytes, seconds }) => {
    const range = `${bytes}@${at}`;
    at += bytes;
    if (seconds === 0) return [`#EXT-X-MAP:URI="${address}",BYTERANGE="${range}"`];
    return [`#EXTINF:${seconds.toFixed(3)},`, `#EXT-X-BYTERANGE:${range}`, address];
  });
  return [`#EXT-X-TARGETDURATION:${Math.round(longest)}`, '#EXT-X-PLAYLIST-TYPE:VOD', ...parts];
}

function lines(all: readonly string[]): string {
  return `${all.join('\n')}\n`;
}
