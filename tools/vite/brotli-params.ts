import { constants } from 'node:zlib';

/** The window that brotli takes unless it is told another one. */
const WINDOW_BITS = 22;

/** A window that is no larger than the file: brotli clears its tables before each, which for a small one takes 20 times longer. */
export function brotliParams(bytes: Buffer, quality: number): Record<number, number> {
  return {
    [constants.BROTLI_PARAM_QUALITY]: quality,
    [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
    [constants.BROTLI_PARAM_LGWIN]: Math.min(
      WINDOW_BITS,
      Math.max(10, Math.ceil(Math.log2(bytes.length + 16))),
    ),
  };
}
