import { spawn, spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { createServer, request } from 'node:http';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { UPLOADS_PATH } from '#server/http/media-uploads';
import { freePort } from '#tests/kit/run/free-port';
import { readSource, repositoryFiles } from '#tools/source-files';
import { ownFolder } from './own-database.ts';

const ROOT = join(import.meta.dirname, '../../..');
/** Where a program is: where its variable says, or on the path; undefined: it isn't installed here. */
function programOf(name: string): string | undefined {
  const given = process.env[name.toUpperCase()];
  if (given) return given;
  const folders = (process.env.PATH ?? '').split(':');
  return folders.map((folder) => join(folder, name)).find((path) => existsSync(path));
}
const [nginx, caddy, kubectl, analyze] = ['nginx', 'caddy', 'kubectl', 'systemd-analyze'].map(programOf);

test('each example of a program is one that is tested where that program is installed', () => {
  const folders = new Set(repositoryFiles().flatMap((path) => /^ops\/(\w+)\//.exec(path)?.[1] ?? []));
  expect([...folders].sort()).toEqual(['caddy', 'grafana', 'kubernetes', 'nginx', 'prometheus', 'systemd']);
});

if (kubectl)
  test.each(['ops/kubernetes', 'ops/kubernetes/migrate'])('kubectl builds %s', (folder) => {
    const { status, stderr, stdout } = spawnSync(kubectl, ['kustomize', join(ROOT, folder)], {
      encoding: 'utf8',
    });
    expect([status, stderr]).toEqual([0, '']);
    expect(stdout).toContain('image: registry.example/lectern:');
  });

if (analyze)
  test('systemd knows every line of the units', () => {
    const units = repositoryFiles().filter((path) => path.startsWith('ops/systemd/'));
    // Programs and users are not here; what it doesn't understand, it says with the number of the line.
    const { stderr } = spawnSync(analyze, ['verify', ...units.map((path) => join(ROOT, path))], {
      encoding: 'utf8',
    });
    expect(stderr.split('\n').filter((line) => /:\d+: |Unknown|ignoring/.test(line))).toEqual([]);
  });

interface Heard {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
}

/** What stands for Lectern: notes what arrives, and sends a stream in two parts. */
async function startUpstream() {
  const heard: Heard[] = [];
  const server = createServer(async (incoming, outgoing) => {
    heard.push({ method: incoming.method ?? '', path: incoming.url ?? '', headers: incoming.headers });
    outgoing.writeHead(200, { 'content-type': 'text/plain' });
    outgoing.write('first ');
    if (incoming.url?.endsWith('/events')) await wait(1500);
    outgoing.end('last');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return { heard, port: (server.address() as { port: number }).port };
}

/** Asks as a client who says something about itself; answers the status and when the first part came, in ms. */
function ask(port: number, path: string, method = 'GET'): Promise<{ status: number; firstMs: number }> {
  const began = performance.now();
  return new Promise((resolve, reject) => {
    const lies = { 'x-forwarded-for': '1.2.3.4', 'x-request-id': 'mine', traceparent: 'mine' };
    const headers = { host: 'school.example', ...lies };
    const sent = request({ host: '127.0.0.1', method, port, path, headers });
    sent.on('error', reject);
    sent.on('response', (reply) => {
      const firstMs = performance.now() - began;
      reply.resume();
      reply.on('end', () => resolve({ status: reply.statusCode ?? 0, firstMs }));
    });
    sent.end();
  });
}

async function startProxy(program: string, args: readonly string[], port: number): Promise<void> {
  const child = spawn(program, args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, HOME: ownFolder() },
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      said += text;
    });
  const ended = new Promise<void>((resolve) => void child.once('close', () => resolve()));
  onTestFinished(async () => {
    child.kill('SIGTERM');
    await ended;
  });
  for (const deadline = Date.now() + 10_000; ; await wait(50)) {
    const isThere = await ask(port, '/').then(
      ({ status }) => status === 200,
      () => false,
    );
    if (isThere) return;
    if (Date.now() > deadline || child.exitCode !== null) throw new Error(`it never served: ${said}`);
  }
}

/** What both have to do, whatever their words for it. */
async function expectGoodProxy(port: number, heard: readonly Heard[]): Promise<void> {
  const { firstMs } = await ask(port, '/api/comments/00000000-0000-4000-8000-000000000000/events');
  expect(firstMs).toBeLessThan(1000);
  const last = heard.at(-1)?.headers;
  expect(last).toMatchObject({ host: 'school.example', 'x-forwarded-for': '127.0.0.1' });
  expect([last?.traceparent ?? '', last?.['x-request-id']]).toEqual([
    '',
    expect.stringMatching(/^[\w-]{20,}$/),
  ]);
  // A redirect would make a GET of it.
  expect((await ask(port, UPLOADS_PATH, 'POST')).status).toBe(200);
  expect(heard.at(-1)).toMatchObject({ method: 'POST', path: UPLOADS_PATH });
  const before = heard.length;
  expect((await ask(port, '/metrics')).status).toBe(404);
  expect(heard.slice(before).filter(({ path }) => path === '/metrics')).toEqual([]);
}

if (nginx)
  test('nginx passes on what Lectern needs, and nothing that a client says about itself', async () => {
    const { heard, port: upstream } = await startUpstream();
    const [port, folder] = [await freePort(), ownFolder()];
    chmodSync(folder, 0o755);
    mkdirSync(join(folder, 'logs'));
    // Without TLS, whose certificate is the school's, and on other ports.
    const site = readSource('ops/nginx/lectern.conf')
      .replace('server 127.0.0.1:3000', `server 127.0.0.1:${upstream}`)
      .replace(/^server \{\n {4}listen 80;[\s\S]*?^\}\n/m, '')
      .replace(/listen 443 ssl http2;/, `listen 127.0.0.1:${port};`)
      .replace(/^\s*(?:listen \[::\]:443.*|ssl_certificate.*)\n/gm, '');
    const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
      (name) => `${name}_temp_path ${folder}/${name};`,
    );
    writeFileSync(
      join(folder, 'nginx.conf'),
      `daemon off; pid ${folder}/pid; error_log stderr;\nevents {}\nhttp { access_log off; ${temporary.join(' ')}\n${site}\n}`,
    );
    await startProxy(nginx, ['-p', folder, '-c', join(folder, 'nginx.conf')], port);
    await expectGoodProxy(port, heard);
  });

if (caddy)
  test('Caddy passes on what Lectern needs, and nothing that a client says about itself', async () => {
    const { heard, port: upstream } = await startUpstream();
    const [port, folder] = [await freePort(), ownFolder()];
    const site = readSource('ops/caddy/Caddyfile')
      .replace('school.example {', `http://school.example:${port} {`)
      .replace('127.0.0.1:3000', `127.0.0.1:${upstream}`);
    const file = join(folder, 'Caddyfile');
    writeFileSync(file, `{\n\tadmin off\n\tstorage file_system ${folder}\n}\n${site}`);
    await startProxy(caddy, ['run', '--config', file, '--adapter', 'caddyfile'], port);
    await expectGoodProxy(port, heard);
  });
