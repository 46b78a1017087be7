import { createServer } from 'node:http';
import { expect, test } from 'vitest';
import { parseConfig } from '#server/config';
import { checkAddress } from './check-address.ts';

async function listening(body: string) {
  const server = createServer((_request, response) => response.end(body));
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

test('on a port that is taken Lectern itself is in order, any other program is not', async () => {
  const ours = await listening(JSON.stringify({ status: 'ok', service: 'lectern' }));
  expect(await portOf({ PORT: String(ours.port) })).toMatchObject({
    ok: true,
    what: `address: Lectern is running on 127.0.0.1:${ours.port}`,
  });
  await ours.stop();
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
