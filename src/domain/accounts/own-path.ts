export const DEFAULT_PATH = '/dashboard';
/** Longer ones are nobody's link, and no index could hold them. */
const MAX_LENGTH = 2000;

/** Where to go after signing in: a path on this site, never another host's; the dashboard for everything else. */
export function ownPath(wanted: string | undefined): string {
  if (!wanted || !/^\/(?![/\\])/.test(wanted)) return DEFAULT_PATH;
  // A browser leaves tabs and line feeds out, so that "/\t/[" names a host that can't be.
  if (!URL.canParse(wanted, 'http://own.invalid')) return DEFAULT_PATH;
  const url = new URL(wanted, 'http://own.invalid');
  // Dots are resolved by now: what began as "/..//host" would lead to that host.
  const isOwn = url.host === 'own.invalid' && !url.pathname.startsWith('//');
  const path = url.pathname + url.search + url.hash;
  return isOwn && path.length <= MAX_LENGTH ? path : DEFAULT_PATH;
}
