/** The codecs of a size as HLS names them, read out of its beginning; null where no H.264 is in it. */
export function codecsOf(start: Buffer): string | null {
  const at = start.indexOf('avcC');
  if (at < 0 || start.length < at + 8) return null;
  // After the name: a version, then profile, constraints, and level.
  const picture = `avc1.${start.subarray(at + 5, at + 8).toString('hex')}`;
  return start.includes('mp4a') ? `${picture},mp4a.40.2` : picture;
}
