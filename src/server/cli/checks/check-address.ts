import { createServer } from 'node:net';
import type { Config } from '#server/config';
import { type Finding, fault, ok } from './finding.ts';

const LOOPBACK = /^(?:localhost|.*\.localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;
/** Names and addresses that lead nowhere from outside. */
const LOCAL =
  /^(?:10\.|192\.168\.|172\.(?:1[6-9]|2\d|3[01])\.|\[f[cd])|\.(?:local|lan|internal|home\.arpa|test)$|^[^.[]+$/;
const ANSWER_WITHIN_MS = 3000;

/** Where Lectern listens, and the address it writes into links. */
export async function checkAddress(config: Config): Promise<Finding[]> {
  return [await checkPort(config), checkPublicUrl(config)];
}

async function checkPort({ host, port }: Config): Promise<Finding> {
  const where = `${host}:${port}`;
  if (port === 0) return ok(`address: ${host}, any free port`);
  const code = await tryToListen(host, port);
  if (code === null) return ok(`address: ${where} is free`);
  if (code === 'EADDRINUSE')
    return (await isLectern(host, port))
      ? ok(`address: Lectern is running on ${where}`)
      : fault(`address: another program is using ${where}`, 'stop it, or set PORT to a different port');
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

/** Takes the port for a moment: only that tells whether we may. Answers why not. */
function tryToListen(host: string, port: number): Promise<string | null> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
    server.listen({ host, port, exclusive: true }, () => server.close(() => resolve(null)));
  });
}

async function isLectern(host: string, port: number): Promise<boolean> {
  const local = host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '::1' : host;
  try {
    const reply = await fetch(`http://${local.includes(':') ? `[${local}]` : local}:${port}/healthz`, {
      signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
    });
    const body = (await reply.json()) as { service?: unknown } | null;
    return reply.ok && body?.service === 'lectern';
  } catch {
    return false;
  }
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
