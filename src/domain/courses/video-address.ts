/** A film by where it comes from. `file` and `hls` are played by the browser itself. */
export type VideoAddress =
  | { readonly provider: 'youtube' | 'vimeo'; readonly id: string }
  | { readonly provider: 'file' | 'hls'; readonly src: string };

const YOUTUBE_ID = /^[\w-]{11}$/;
const FILE = /\.(mp4|m4v|webm|ogv|ogg|mov)$/i;
const HLS = /\.m3u8$/i;

/**
 * Recognises the address of a film: YouTube, Vimeo, an HLS list or a file, over https or as a path on this site. Null
 * for everything else, and then the screen says 'Video content is not available' (spec section 2).
 */
export function videoAddress(address: string): VideoAddress | null {
  const trimmed = address.trim();
  if (/^\/(?![/\\])\S+$/.test(trimmed)) return byEnding(trimmed.replace(/[?#].*$/, ''), trimmed);
  if (!URL.canParse(trimmed)) return null;
  const url = new URL(trimmed);
  if (url.protocol !== 'https:' || url.username !== '') return null;
  const host = url.hostname.replace(/^(www|m)\./, '');
  if (host === 'youtu.be') return youtube(url.pathname.slice(1));
  if (host === 'youtube.com' || host === 'youtube-nocookie.com') {
    return youtube(
      url.searchParams.get('v') ?? /^\/(?:embed|shorts|live)\/([^/]+)/.exec(url.pathname)?.[1] ?? '',
    );
  }
  const vimeo = /^(?:player\.)?vimeo\.com$/.test(host) && /^\/(?:video\/)?(\d{1,12})/.exec(url.pathname);
  if (vimeo) return { provider: 'vimeo', id: vimeo[1] ?? '' };
  return byEnding(url.pathname, url.href);
}

function youtube(id: string): VideoAddress | null {
  return YOUTUBE_ID.test(id) ? { provider: 'youtube', id } : null;
}

function byEnding(path: string, src: string): VideoAddress | null {
  if (HLS.test(path)) return { provider: 'hls', src };
  return FILE.test(path) ? { provider: 'file', src } : null;
}
