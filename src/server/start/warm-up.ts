import { get } from 'node:http';

/**
 * One request of each kind that visitors begin with. The page is one without prices, dates, or lists: the rules of languages
 * for these take 6 MB, and are read when somebody sees one.
 */
const PATHS = ['/api/session', '/api/courses?q=a', '/sign-in'];
const PATIENCE_MS = 5000;
/** Hosts that mean every address of the machine. */
const ANY = new Set(['', '0.0.0.0', '::']);

/**
 * Asks this server once for what visitors ask first, so that the code for it is loaded before the first of them comes: else
 * everybody would wait for that, up to half a second. It never fails; what does not answer is left to the visitors.
 */
export async function warmUp(host: string, port: number): Promise<void> {
  for (const path of PATHS) await ask(ANY.has(host) ? 'localhost' : host, port, path);
}

function ask(host: string, port: number, path: string): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const request = get({ host, port, path, agent: false, timeout: PATIENCE_MS }, (response) => {
    response.resume();
    response.once('close', resolve);
  });
  request.once('timeout', () => request.destroy());
  request.once('error', () => resolve());
  return promise;
}
