import { createHash } from 'node:crypto';
import type { Config } from '#server/config';

type HeaderMap = Readonly<Record<string, string>>;

const PERMISSIONS = [
  'accelerometer',
  'browsing-topics',
  'camera',
  'display-capture',
  'geolocation',
  'gyroscope',
  'magnetometer',
  'microphone',
  'midi',
  'payment',
  'serial',
  'usb',
  'xr-spatial-tracking',
];

/** What every reply carries. Over HTTPS browsers are told to stay there, for as long as a setting says. */
export function securityHeaders({ hsts, https }: Pick<Config, 'hsts' | 'https'>): HeaderMap {
  const stay = `max-age=${hsts.seconds}${hsts.includesSubdomains ? '; includeSubDomains' : ''}`;
  return {
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': PERMISSIONS.map((name) => `${name}=()`).join(', '),
    ...(https && { 'strict-transport-security': stay }),
  };
}

/** For replies that are no pages: nothing in them may load or run anything. */
export const DATA_POLICY = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'";
/** For files that people gave us: opened on their own they are in a sandbox. */
export const FILE_POLICY = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; sandbox";
/** For the pages we write by hand: styles inside, no scripts. */
export const PLAIN_PAGE_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; img-src 'self' data:; frame-ancestors 'none'; base-uri 'none'; form-action 'self'";

/**
 * A page with the scripts that its renderer made. Only those carry the nonce, which is new for each page and
 * taken out again: what came from stored content does not know it. Answers their hashes, since a page is kept for many.
 */
export function sealScripts(html: string, nonce: string): { html: string; hashes: string[] } {
  const hashes = new Set<string>();
  const made = new RegExp(`<script\\b([^<>]*) nonce="${nonce}"([^<>]*)>([\\s\\S]*?)</script>`, 'gi');
  for (const [, before = '', after = '', code = ''] of html.matchAll(made)) {
    if (code === '' || NO_CODE.test(before + after)) continue;
    hashes.add(`'sha256-${createHash('sha256').update(code).digest('base64')}'`);
  }
  const plain = html
    .replaceAll(`<meta property="csp-nonce" content="${nonce}"/>`, '')
    .replaceAll(` nonce="${nonce}"`, '');
  return { html: plain, hashes: [...hashes] };
}

const NO_CODE = /\bsrc\s*=|\btype\s*=\s*["']?(?:application\/(?:ld\+)?json|importmap|speculationrules)/i;

interface PolicyOptions {
  readonly https: boolean;
  /** Addresses of the frames that labs run in; none where none do. */
  readonly labFrames: readonly string[];
}

/** The policy of one page of the web app: the inline scripts of its renderer by their hashes, and nothing else inline. */
export function pagePolicy(hashes: readonly string[], { https, labFrames }: PolicyOptions): string {
  return [
    "default-src 'none'",
    `script-src 'self' ${hashes.join(' ')}`.trim(),
    // The component library sets style attributes; scripts have no such exception.
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: https:",
    "font-src 'self'",
    "media-src 'self' https: blob:",
    // Films in segments (HLS) are fetched by script from wherever the school keeps them.
    "connect-src 'self' https:",
    "worker-src 'self' blob:",
    // With the path: the frame of a lab may not go anywhere else, so nothing can be sent out by an address.
    `frame-src https://www.youtube-nocookie.com https://player.vimeo.com ${labFrames.join(' ')}`.trim(),
    "manifest-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "object-src 'none'",
    "frame-ancestors 'none'",
    ...(https ? ['upgrade-insecure-requests'] : []),
  ].join('; ');
}
