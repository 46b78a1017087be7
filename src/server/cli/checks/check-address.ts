import { randomBytes, timingSafeEqual } from 'node:crypto';
import { createServer } from 'node:net';
import type { Config } from '#server/config';
import { CHALLENGE, proofOf } from '#server/platform/health/prove-installation';
import { type Finding, fault, ok } from './finding.ts';
import { knownKey } from './known-key.ts';

const LOOPBACK = /^(?:localhost|.*\.localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;
/** Names and addresses that lead nowhere from outside. */
const LOCAL =
  /^(?:10\.|192\.168\.|172\.(?:1[6-9]|2\d|3[01])\.|\[f[cd])|\.(?:local|lan|internal|home\.arpa|test)$|^[^.[]+$/;
const ANSWER_WITHIN_MS = 3000;

/** Where Lectern listens, and the address it writes into links. */
export async function checkAddress(config: Config): Promise<Finding[]> {
  return [await checkPort(config), checkPublicUrl(config)];
}

async function checkPort(config: Config): Promise<Finding> {
  const { host, port } = config;
  const where = `${host}:${port}`;
  if (port === 0) return ok(`address: ${host}, any free port`);
  const code = await tryToListen(host, port);
  if (code === null) return ok(`address: ${where} is free`);
  if (code === 'EADDRINUSE') return describeUser(config, where);
  if (code === 'EACCES')
    return fault(
      `address: this user isn't allowed to use ${where}`,
      'set PORT to 1024 or higher, and put a proxy in front',
    );
  return fault(
    `address: ${host} isn't an IP address of this machine (${code})`,
    'set HOST to 127.0.0.1, or to 0.0.0.0 for all addresses',
  );
}

/** Who uses the port: this installation, another one, or another program. */
async function describeUser(config: Config, where: string): Promise<Finding> {
  const remedy = 'stop it, or set PORT to a different port';
  const answer = await askWhoIsThere(config);
  if (answer === null) return fault(`address: another program is using ${where}`, remedy);
  const key = await knownKey(config);
  if (key === null)
    return fault(
      `address: a Lectern server is using ${where}, but doctor can't check whether it is this one`,
      'run doctor with the settings of the server, while its database is running',
    );
  return isProof(answer.proof, proofOf(key, answer.challenge))
    ? ok(`address: Lectern is running on ${where}`)
    : fault(`address: another Lectern installation is using ${where}`, remedy);
}

/** Takes the port for a moment: only that shows whether we may. Answers why not. */
function tryToListen(host: string, port: number): Promise<string | null> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
    server.listen({ host, port, exclusive: true }, () => server.close(() => resolve(null)));
  });
}

/** What a Lectern server answers to a challenge; null for any other program. */
async function askWhoIsThere({ host, port }: Config): Promise<{ challenge: string; proof: unknown } | null> {
  const local = host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '::1' : host;
  const challenge = randomBytes(32).toString('base64url');
  try {
    const reply = await fetch(`http://${local.includes(':') ? `[${local}]` : local}:${port}/healthz`, {
      headers: { [CHALLENGE]: challenge },
      redirect: 'error',
      signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
    });
    const body = (await reply.json()) as { service?: unknown; proof?: unknown } | null;
    return reply.ok && body?.service === 'lectern' ? { challenge, proof: body.proof } : null;
  } catch {
    return null;
  }
}

function isProof(given: unknown, expected: string): boolean {
  if (typeof given !== 'string' || given.length !== expected.length) return false;
  return timingSafeEqual(Buffer.from(given), Buffer.from(expected));
}

function checkPublicUrl({ host, https, port, publicUrl, trustedProxies }: Config): Finding {
  const { hostname, port: named, protocol } = new URL(publicUrl);
  const what = `links: ${publicUrl}`;
  const isLoopback = LOOPBACK.test(hostname);
  const listensToOthers = !LOOPBACK.test(host.includes(':') ? `[${host}]` : host);
  if (isLoopback && listensToOthers)
    return fault(
      `${what} would send other people to their own machine`,
      'set PUBLIC_URL to the address people use to reach this server',
    );
  if (isLoopback && protocol === 'http:' && port !== 0 && Number(named || 80) !== port)
    return fault(`${what} doesn't point to port ${port}`, 'correct PUBLIC_URL, or unset it');
  if (!https && !isLoopback && !LOCAL.test(hostname))
    return fault(
      `${what}: passwords would be sent unencrypted`,
      'put a TLS proxy in front, and set PUBLIC_URL to its https address',
    );
  if (https && !isLoopback && trustedProxies.length === 0)
    return fault(
      `${what}, but TRUSTED_PROXIES is not set: rate limits would treat all visitors as one`,
      'set TRUSTED_PROXIES to the IP address of the TLS proxy, such as 127.0.0.1',
    );
  return ok(what);
}
