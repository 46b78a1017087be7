const SAFE = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Whether a request may change something: browsers say where it came from, and only our own pages may. A request
 * without any such word is none of a browser; it is let in as long as it carries no cookie.
 */
export function isOwnOrigin(method: string, headers: Headers, publicUrl: string): boolean {
  if (SAFE.has(method)) return true;
  const site = headers.get('sec-fetch-site');
  if (site !== null && site !== 'same-origin' && site !== 'none') return false;
  const origin = headers.get('origin');
  if (origin === null) return site !== null || !headers.has('cookie');
  if (origin === publicUrl) return true;
  const host = headers.get('host');
  return host !== null && (origin === `http://${host}` || origin === `https://${host}`);
}
