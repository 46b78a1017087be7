import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { parseConfig } from '#server/config';
import { CHALLENGE, proofOf } from '#server/platform/health/prove-installation';
import { checkAddress } from './check-address.ts';

const KEY = 'the-key-of-this-school-1234567890abcdef';

async function listening(body: string | ((headers: IncomingHttpHeaders) => string)) {
  const server = createServer(({ headers }, response) =>
    response.end(typeof body === 'string' ? body : body(headers)),
  );
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  return { port, stop: () => new Promise((resolve) => server.close(resolve)) };
}

const portOf = async (env: Record<string, string>) => (await checkAddress(parseConfig(env)))[0];
const linksOf = async (env: Record<string, string>) =>
  (await checkAddress(parseConfig({ PORT: '0', ...env })))[1];

test('a port that is free is in order, and free afterwards', async () => {
  const { port, stop } = await listening('');
  await stop();
  for (let round = 1; round <= 2; round += 1)
    expect(await portOf({ PORT: String(port) })).toEqual({
      ok: true,
      what: `address: 127.0.0.1:${port} is free`,
    });
});

/** A data folder with a key, or without one. */
function dataDir(key: string | null): string {
  const folder = mkdtempSync(join(tmpdir(), 'lectern-doctor-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  if (key === null) return folder;
  mkdirSync(join(folder, 'secrets'));
  writeFileSync(join(folder, 'secrets', 'auth-secret'), key, { mode: 0o600 });
  return folder;
}
const lectern = (key: string) => (headers: IncomingHttpHeaders) =>
  JSON.stringify({
    status: 'ok',
    service: 'lectern',
    proof: proofOf(key, String(headers[CHALLENGE])),
  });

test('on a port that is taken this installation is in order', async () => {
  const ours = await listening(lectern(KEY));
  expect(await portOf({ PORT: String(ours.port), DATA_DIR: dataDir(KEY) })).toEqual({
    ok: true,
    what: `address: Lectern is running on 127.0.0.1:${ours.port}`,
  });
  await ours.stop();
});

test('another Lectern installation is not taken for ours, whatever it repeats', async () => {
  const seen: string[] = [];
  const others = [
    lectern('the-key-of-another-school-0987654321fedc'),
    JSON.stringify({ status: 'ok', service: 'lectern' }),
    // What ours answered to somebody a moment ago.
    (headers: IncomingHttpHeaders) => {
      seen.push(lectern(KEY)(headers));
      return lectern(KEY)({ [CHALLENGE]: 'x'.repeat(43) });
    },
  ];
  for (const body of others) {
    const other = await listening(body);
    expect(await portOf({ PORT: String(other.port), DATA_DIR: dataDir(KEY) })).toEqual({
      ok: false,
      what: `address: another Lectern installation is using 127.0.0.1:${other.port}`,
      remedy: 'stop it, or set PORT to a different port',
    });
    await other.stop();
  }
  expect(seen).toHaveLength(1);
});

test('without a key doctor says that it cannot tell', async () => {
  const other = await listening(lectern(KEY));
  expect(await portOf({ PORT: String(other.port), DATA_DIR: dataDir(null) })).toMatchObject({
    ok: false,
    what: expect.stringContaining("can't check whether it is this one"),
  });
  await other.stop();
});

test('any other program on the port is a fault', async () => {
  for (const body of ['<h1>200 for everything</h1>', '{"status":"ok"}', 'null']) {
    const other = await listening(body);
    expect(await portOf({ PORT: String(other.port) })).toEqual({
      ok: false,
      what: `address: another program is using 127.0.0.1:${other.port}`,
      remedy: 'stop it, or set PORT to a different port',
    });
    await other.stop();
  }
});

test('a host that is not this machine is a fault', async () => {
  expect(await portOf({ HOST: '203.0.113.1', PORT: '4819' })).toEqual({
    ok: false,
    what: "address: 203.0.113.1 isn't an IP address of this machine (EADDRNOTAVAIL)",
    remedy: 'set HOST to 127.0.0.1, or to 0.0.0.0 for all addresses',
  });
});

test.each([
  [{}],
  [{ PORT: '4819' }],
  [{ PUBLIC_URL: 'http://school.lan', HOST: '0.0.0.0' }],
  [{ PUBLIC_URL: 'http://192.168.1.7:3000', HOST: '0.0.0.0' }],
  [{ PUBLIC_URL: 'http://school' }],
  [{ PUBLIC_URL: 'https://school.example', TRUSTED_PROXIES: '127.0.0.1' }],
])('links of %o lead somewhere', async (env) => {
  expect(await linksOf(env)).toMatchObject({ ok: true });
});

test.each([
  [{ HOST: '0.0.0.0' }, 'would send other people to their own machine'],
  [{ PORT: '4819', PUBLIC_URL: 'http://localhost:4818' }, "doesn't point to port 4819"],
  [{ PUBLIC_URL: 'http://school.example' }, 'passwords would be sent unencrypted'],
  [{ PUBLIC_URL: 'https://school.example' }, 'TRUSTED_PROXIES is not set'],
])('links of %o are a fault', async (env, why) => {
  expect(await linksOf(env)).toMatchObject({
    ok: false,
    what: expect.stringContaining(why),
    remedy: expect.stringMatching(/PUBLIC_URL|TRUSTED_PROXIES/),
  });
});
