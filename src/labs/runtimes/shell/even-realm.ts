import { sha1 } from './git/store/sha1.ts';
import { sha256 } from './sha256.ts';

/** Local times, and where each finds the same in UTC. */
const LOCAL = ['Date', 'Day', 'FullYear', 'Hours', 'Milliseconds', 'Minutes', 'Month', 'Seconds'] as const;

/** What `sha1sum` and `sha256sum` ask the realm for. */
const DIGESTS: Readonly<Record<string, (bytes: Uint8Array) => string>> = { 'SHA-1': sha1, 'SHA-256': sha256 };

/**
 * Takes out of the realm what differs between machines: names are sorted by their characters as with `LC_ALL=C`, not by the
 * language of a browser, and times are in UTC. Digests, which neither the server's realm has nor a page without HTTPS, are
 * there.
 */
export function evenRealm(): void {
  set(String.prototype, 'localeCompare', function (this: string, other: string) {
    const [own, that] = [String(this), String(other)];
    return own < that ? -1 : Number(own > that);
  });
  for (const part of LOCAL) set(Date.prototype, `get${part}`, Date.prototype[`getUTC${part}`]);
  set(Date.prototype, 'getTimezoneOffset', () => 0);
  set(globalThis, 'crypto', { subtle: { digest } });
}

/** As Web Crypto answers it. */
async function digest(name: string, bytes: ArrayBuffer): Promise<Uint8Array> {
  const pairs = DIGESTS[name]?.(new Uint8Array(bytes)).match(/../g) ?? [];
  return Uint8Array.from(pairs, (pair) => Number.parseInt(pair, 16));
}

function set(target: object, name: string, value: unknown): void {
  Object.defineProperty(target, name, { value, configurable: true, writable: true });
}
