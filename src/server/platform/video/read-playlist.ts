interface Playlist {
  readonly start: string;
  readonly segments: readonly { readonly file: string; readonly seconds: number }[];
}

/** A finished HLS playlist as ffmpeg writes it, of files beside it; null where it is not whole. */
export function readPlaylist(text: string): Playlist | null {
  const [, start] = /^#EXT-X-MAP:URI="([\w.-]+)"$/m.exec(text) ?? [];
  const segments = [...text.matchAll(/^#EXTINF:([\d.]+),[^\n]*\n([\w.-]+)$/gm)].map(
    ([, seconds, file = '']) => ({
      file,
      seconds: Number(seconds),
    }),
  );
  if (start === undefined || segments.length === 0 || !/^#EXT-X-ENDLIST$/m.test(text)) return null;
  return { start, segments };
}
