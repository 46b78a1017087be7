/** A video on YouTube or Vimeo, with what its player needs besides its id. */
export type HostedVideo =
  | { readonly provider: 'youtube'; readonly id: string; readonly start?: number | undefined }
  | {
      readonly provider: 'vimeo';
      readonly id: string;
      readonly hash?: string | undefined;
      readonly start?: number | undefined;
    };

/** A video by where it comes from. `file` and `hls` are played by the browser itself. */
export type VideoAddress = HostedVideo | { readonly provider: 'file' | 'hls'; readonly src: string };

const YOUTUBE_ID = /^[\w-]{11}$/;
const YOUTUBE_PATH = /^\/(?:embed|shorts|live|v)\/([^/]+)\/?$/;
/** Unlisted videos have a hash behind their id. */
const VIMEO_PATH =
  /^\/(?:(?:channels\/[\w-]+|groups\/[\w-]+\/videos|(?:album|showcase)\/\d+\/video|video)\/)?(\d{1,12})(?:\/([0-9a-f]{6,20}))?\/?$/;
const VIMEO_HASH = /^[0-9a-f]{6,20}$/;
const FILE = /\.(mp4|m4v|webm|ogv|ogg|mov)$/i;
const HLS = /\.m3u8$/i;
const MAX_START = 86_400;

/**
 * Recognizes the address of a video: YouTube, Vimeo, an HLS list or a file, over https or as a path on this site. Null
 * for everything else, and then the screen says 'Video content is not available' (spec section 2).
 */
export function videoAddress(address: string): VideoAddress | null {
  const trimmed = address.trim();
  if (/^\/(?![/\\])\S+$/.test(trimmed)) return byEnding(trimmed.replace(/[?#].*$/, ''), trimmed);
  const hosted = hostedVideo(trimmed);
  if (hosted || !URL.canParse(trimmed)) return hosted;
  const url = new URL(trimmed);
  if (url.protocol !== 'https:' || url.username !== '' || isHost(url)) return null;
  return byEnding(url.pathname, url.href);
}

/**
 * The video on YouTube or Vimeo that an address names. Only the id, the hash, and the second to start at leave this
 * function, each checked: the address of a player is made of nothing else.
 */
export function hostedVideo(address: string): HostedVideo | null {
  const trimmed = address.trim();
  if (!/^https?:\/\/[^\s\\]+$/i.test(trimmed) || !URL.canParse(trimmed)) return null;
  const url = new URL(trimmed);
  if (url.username !== '' || url.password !== '' || url.port !== '') return null;
  if (isYouTube(url)) return youtube(url);
  return isVimeo(url) ? vimeo(url) : null;
}

function isYouTube({ hostname }: URL): boolean {
  return /^(?:(?:(?:www|m|music)\.)?youtube\.com|(?:www\.)?youtube-nocookie\.com|youtu\.be)$/.test(hostname);
}

function isVimeo({ hostname }: URL): boolean {
  return /^(?:(?:www|player)\.)?vimeo\.com$/.test(hostname);
}

function isHost(url: URL): boolean {
  return isYouTube(url) || isVimeo(url);
}

function youtube(url: URL): HostedVideo | null {
  const id =
    url.hostname === 'youtu.be'
      ? url.pathname.slice(1)
      : (YOUTUBE_PATH.exec(url.pathname)?.[1] ?? (url.pathname === '/watch' && url.searchParams.get('v')));
  if (!id || !YOUTUBE_ID.test(id)) return null;
  return { provider: 'youtube', id, ...startOf(url.searchParams.get('t') ?? url.searchParams.get('start')) };
}

function vimeo(url: URL): HostedVideo | null {
  const [, id, inPath] = VIMEO_PATH.exec(url.pathname) ?? [];
  if (id === undefined) return null;
  const hash = inPath ?? url.searchParams.get('h') ?? '';
  const start = startOf(/^#t=(\w+)$/.exec(url.hash)?.[1]);
  return { provider: 'vimeo', id, ...(VIMEO_HASH.test(hash) && { hash }), ...start };
}

/** Seconds of "90", "90s", or "1h2m3s"; nothing where it says something else. */
function startOf(time: string | null | undefined): { start?: number } {
  const [, hours, minutes, seconds] =
    /^(?:(\d{1,2})h)?(?:(\d{1,4})m)?(?:(\d{1,6})s?)?$/.exec(time ?? '') ?? [];
  const start = Number(hours ?? 0) * 3600 + Number(minutes ?? 0) * 60 + Number(seconds ?? 0);
  return start > 0 && start <= MAX_START ? { start } : {};
}

function byEnding(path: string, src: string): VideoAddress | null {
  if (HLS.test(path)) return { provider: 'hls', src };
  return FILE.test(path) ? { provider: 'file', src } : null;
}
