const BEARER = /^bearer(?: (.*))?$/i;

/**
 * The API key that a request to the API names in its Authorization header; null when it names none and its cookies count.
 * Decided in one place: a request with a key needs no origin, because no foreign page can send one, and its cookies are
 * never looked at, also when the key turns out to be worth nothing.
 */
export function bearerKey({ headers, url }: Request): string | null {
  const header = headers.get('authorization');
  if (header === null || !new URL(url).pathname.startsWith('/api/')) return null;
  const match = BEARER.exec(header.trim());
  return match ? (match[1] ?? '').trim() : null;
}
