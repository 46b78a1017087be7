/** Where to go after signing in: a path on this site, never another host's; the dashboard for everything else. */
export function ownPath(wanted: string | undefined): string {
  if (!wanted || !/^\/(?![/\\])/.test(wanted)) return '/dashboard';
  const url = new URL(wanted, 'http://own.invalid');
  return url.host === 'own.invalid' ? url.pathname + url.search + url.hash : '/dashboard';
}
