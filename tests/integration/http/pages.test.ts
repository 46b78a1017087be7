import { createHash } from 'node:crypto';
import { expect } from 'vitest';
import { DEFAULT_LIMITS } from '#server/http/gates/limits';
import type { PageFacts, WebApp } from '#server/http/pages/web-app';
import { type CallerName, openSchool } from '#tests/attack/kit/school';
import { test } from '#tests/kit/database';

type Draw = (url: URL, facts: PageFacts, request: Request) => Response | Promise<Response>;

/** A web app that says for whom it draws, and how often it was asked. */
function paper(
  draw: Draw = (url, { session }) =>
    html(`${url.pathname}${url.search} for ${session.user?.name ?? 'anybody'}`),
) {
  const drawn: string[] = [];
  const web: WebApp = {
    files: new Map(),
    render: async (request, facts) => {
      const url = new URL(request.url);
      drawn.push(`${url.pathname}${url.search}`);
      return draw(url, facts, request);
    },
  };
  return { web, drawn };
}
const html = (body: string, init: ResponseInit = {}) => new Response(`<!doctype html><p>${body}</p>`, init);

test("a visitor's page is drawn once until content changes", async ({ db }) => {
  const { drawn, web } = paper();
  const { ask, content } = await openSchool(db, { web });
  const first = await ask('visitor', 'GET', '/courses?page=2');
  expect(await first.text()).toContain('/courses?page=2 for anybody');
  expect(first.headers.get('cache-control')).toBe('public, max-age=0, must-revalidate');
  const headers = { 'if-none-match': first.headers.get('etag') ?? '' };
  expect((await ask('visitor', 'GET', '/courses?page=2', { headers })).status).toBe(304);
  expect(drawn).toHaveLength(1);
  content.bump();
  await ask('visitor', 'GET', '/courses?page=2');
  expect(drawn).toHaveLength(2);
});

test('a visitor has so many pages drawn a minute, and is told in words of a page that these are too many', async ({
  db,
}) => {
  const { drawn, web } = paper();
  // Ten.
  const { ask } = await openSchool(db, { web, limits: { ...DEFAULT_LIMITS, procedureFactor: 1 / 60 } });
  const get = (path: string) => ask('visitor', 'GET', path);
  for (let count = 1; count <= 10; count += 1)
    expect((await get(count === 10 ? '/courses' : `/?x=${count}`)).status).toBe(200);
  const refused = await get('/?x=11');
  expect(refused.status).toBe(429);
  expect(refused.headers.get('retry-after')).toMatch(/^\d+$/);
  expect(refused.headers.get('cache-control')).toBe('no-store');
  expect(await refused.text()).toContain('<h1>Too many attempts</h1>');
  expect((await get('/courses')).status).toBe(200);
  expect(drawn).toHaveLength(10);
  // A page of a member is always drawn.
  for (let count = 1; count <= 10; count += 1)
    expect((await ask('basic', 'GET', '/courses')).status).toBe(200);
  expect((await ask('basic', 'GET', '/courses')).status).toBe(429);
  expect((await ask('free', 'GET', '/courses')).status).toBe(200);
});

test("a member's page is kept by nobody and never sent to another", async ({ db }) => {
  const { drawn, web } = paper();
  const { ask } = await openSchool(db, { web });
  for (const who of ['visitor', 'free', 'basic', 'visitor'] as CallerName[]) {
    const response = await ask(who, 'GET', '/courses');
    expect(await response.text()).toContain(`for ${who === 'visitor' ? 'anybody' : who}`);
    expect(response.headers.get('vary')).toContain('Cookie');
    if (who !== 'visitor') expect(response.headers.get('cache-control')).toBe('private, no-store');
  }
  expect(drawn).toHaveLength(3);
});

test('a page drawn for all visitors sees nothing of the one who asked first', async ({ db }) => {
  const { web } = paper((_url, _facts, request) => html(JSON.stringify([...request.headers])));
  const { ask } = await openSchool(db, { web });
  const headers = { 'user-agent': 'tell-tale', cookie: 'other=secret; lectern_sidebar=closed' };
  expect(await (await ask('visitor', 'GET', '/about', { headers })).text()).toBe(
    '<!doctype html><p>[["cookie","lectern_sidebar=closed"]]</p>',
  );
});

test('pages know of payments where a payment provider is connected', async ({ db }) => {
  const { web } = paper((_url, { site }) => html(String(site.takesPayments ?? false)));
  const keys = { STRIPE_SECRET_KEY: 'sk_test_12345678', STRIPE_WEBHOOK_SECRET: 'whsec_12345678' };
  const without = await openSchool(db, { web });
  const connected = await openSchool(db, { web, people: without.people }, keys);
  expect(await (await without.ask('visitor', 'GET', '/pricing')).text()).toContain('false');
  expect(await (await connected.ask('visitor', 'GET', '/pricing')).text()).toContain('true');
});

test('pages know whether code can be run in them', async ({ db }) => {
  const { web } = paper((_url, { site }) => html(String(site.labs !== 'off')));
  const on = await openSchool(db, { web }, { LABS: 'browser-only' });
  const off = await openSchool(db, { web, people: on.people }, { LABS: 'off' });
  expect(await (await on.ask('visitor', 'GET', '/')).text()).toContain('true');
  expect(await (await off.ask('visitor', 'GET', '/')).text()).toContain('false');
});

test('searches and unknown fields are drawn anew and take no room', async ({ db }) => {
  const { drawn, web } = paper();
  const { ask } = await openSchool(db, { web });
  for (const address of [
    '/courses?q=sql',
    '/courses?q=sql',
    '/reset-password?token=t',
    '/reset-password?token=t',
  ]) {
    expect(await (await ask('visitor', 'GET', address)).text()).toContain(`${address} for`);
  }
  expect(drawn).toHaveLength(4);
});

test('the page of a certificate is drawn each time, however its address is written', async ({ db }) => {
  const { drawn, web } = paper();
  const { ask } = await openSchool(db, { web });
  const id = '7d9c1d5e-6f0a-4b8e-9d57-0d3a6f2b1c4e';
  const addresses = [
    `/certificates/${id}`,
    `/Certificates/${id}`,
    `/CERTIFICATES/${id.toUpperCase()}/`,
    `/%63ertificates/${id}`,
    `/%43ertificates%2F${id}`,
    `//certificates/${id}`,
    `/certificates//${id}`,
    `/./certificates/${id}`,
    `/certificates/%zz/${id}`,
  ];
  for (const address of addresses) {
    drawn.splice(0);
    for (let time = 0; time < 2; time += 1) await ask('visitor', 'GET', address);
    expect(drawn, address).toHaveLength(2);
  }
  drawn.splice(0);
  for (let time = 0; time < 2; time += 1) await ask('visitor', 'GET', '/about-certificates/');
  expect(drawn).toHaveLength(1);
});

test('only the inline scripts that the renderer made may run, and the page keeps no nonce', async ({
  db,
}) => {
  const script = 'document.documentElement.dataset.theme="dark"';
  const nonces: string[] = [];
  const { web } = paper((_, { nonce }) => {
    nonces.push(nonce);
    return html(
      `<meta property="csp-nonce" content="${nonce}"/><script class="x" nonce="${nonce}">${script}</script>` +
        `<script type="application/ld+json" nonce="${nonce}">{"a":1}</script><script src="/x.js" nonce="${nonce}"></script>` +
        '<script>stored()</script><script nonce="guessed">guessed()</script><script data-x="nonce=">x()</script>',
    );
  });
  const { ask } = await openSchool(db, { web });
  const reply = await ask('visitor', 'GET', '/');
  const body = await reply.text();
  expect(nonces[0]).toMatch(/^[0-9a-f]{32}$/);
  expect(body).not.toContain(nonces[0]);
  expect(body).toContain(`<script class="x">${script}</script><script type="application/ld+json">`);
  const policy = reply.headers.get('content-security-policy') ?? '';
  const hash = createHash('sha256').update(script).digest('base64');
  expect(policy).toContain(`script-src 'self' 'sha256-${hash}';`);
  expect(policy.match(/sha256-/g)).toHaveLength(1);
  expect(policy).toMatch(/(?:^|; )object-src 'none'(?:;|$)/);
  expect(policy).toMatch(/(?:^|; )base-uri 'none'(?:;|$)/);
  expect(policy.replace(/style-src [^;]*/, '')).not.toMatch(/unsafe-/);
});

test('the frames of labs are allowed under the names that a school without a public one is opened by', async ({
  db,
}) => {
  const { web } = paper();
  const frames = async (variables: Record<string, string>, host: string, who: CallerName = 'visitor') => {
    const { ask } = await openSchool(db, { web, people }, variables);
    const { headers } = await ask(who, 'GET', '/', { headers: { host } });
    const policy = headers.get('content-security-policy') ?? '';
    return /frame-src ([^;]*)/.exec(policy)?.[1]?.split(' ').slice(2);
  };
  const { people } = await openSchool(db, { web });
  const both = (origin: string) => [`${origin}/lab-runner`, `${origin}/lab-page`];
  const own = both('http://localhost:3000');
  for (const who of ['visitor', 'basic'] as const) {
    expect(await frames({}, 'localhost:3000', who)).toEqual(own);
    expect(await frames({}, '127.0.0.1:3000', who)).toEqual([...own, ...both('http://127.0.0.1:3000')]);
    expect(await frames({}, 'box.lan:8080', who)).toEqual([...own, ...both('http://box.lan:8080')]);
    expect(await frames({}, 'x; script-src *', who)).toEqual(own);
  }
  const name = { PUBLIC_URL: 'https://school.test' };
  expect(await frames(name, 'other.test')).toEqual(both('https://school.test'));
  expect(await frames({ LABS: 'off' }, '127.0.0.1:3000')).toEqual([]);
});

test('the files of labs are there unless labs are off', async ({ db }) => {
  const path = import.meta.filename;
  const file = { path, type: 'text/javascript', etag: '"1"', codings: [] };
  const files = new Map([['/lab-assets/quickjs-1.js', file]]);
  const web: WebApp = { ...paper().web, labFiles: async () => files };
  const on = await openSchool(db, { web });
  const off = await openSchool(db, { web, people: on.people }, { LABS: 'off' });
  expect((await on.ask('visitor', 'GET', '/lab-assets/quickjs-1.js')).status).toBe(200);
  expect((await off.ask('visitor', 'GET', '/lab-assets/quickjs-1.js')).status).toBe(404);
});

test('the status of a page is its own, and only good pages are kept', async ({ db }) => {
  const { drawn, web } = paper(() => html('Course Not Found', { status: 404 }));
  const { ask } = await openSchool(db, { web });
  for (let time = 1; time <= 2; time += 1)
    expect((await ask('visitor', 'GET', '/courses/none')).status).toBe(404);
  expect(drawn).toHaveLength(2);
});

test('a guard of the app becomes a redirect of HTTP', async ({ db }) => {
  const { web } = paper(() => new Response(null, { status: 307, headers: { location: '/login' } }));
  const { ask } = await openSchool(db, { web });
  const response = await ask('visitor', 'GET', '/admin');
  expect([response.status, response.headers.get('location')]).toEqual([307, '/login']);
});

test('a file of an earlier build is gone, not a page', async ({ db }) => {
  const { drawn, web } = paper();
  const { ask } = await openSchool(db, { web });
  const response = await ask('visitor', 'GET', '/assets/index-OLD.js');
  expect([response.status, (await response.json()).code]).toEqual([404, 'NOT_FOUND']);
  expect(drawn).toEqual([]);
});

test('a form sent to a page is refused with the methods it takes', async ({ db }) => {
  const { web } = paper();
  const { ask } = await openSchool(db, { web });
  const response = await ask('visitor', 'POST', '/login', { rawBody: 'a=b' });
  expect([response.status, response.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
});

test('while the database is away a visitor gets the kept page, and whoever else a page that asks again', async ({
  ownDb,
}) => {
  let hears = true;
  const { web } = paper();
  const { ask, logged } = await openSchool(ownDb, { web, hearsChanges: () => hears, realSessions: true });
  expect(await (await ask('visitor', 'GET', '/courses')).text()).toContain('for anybody');
  ownDb.pool.connect = () => Promise.reject(Object.assign(new Error('away'), { code: 'ECONNREFUSED' }));
  hears = false;
  const kept = await ask('visitor', 'GET', '/courses');
  expect([kept.status, await kept.text()]).toEqual([200, expect.stringContaining('/courses for anybody')]);
  const cookie = `lectern.session_token=${'a'.repeat(40)}.${'b'.repeat(44)}`;
  for (const reply of [
    await ask('visitor', 'GET', '/about'),
    await ask('visitor', 'GET', '/courses?q=unkept'),
    await ask('visitor', 'GET', '/courses', { headers: { cookie } }),
  ]) {
    expect([reply.status, reply.headers.get('content-type')]).toEqual([503, 'text/html; charset=utf-8']);
    expect(Number(reply.headers.get('retry-after'))).toBeGreaterThan(0);
    const text = await reply.text();
    expect(text).toContain('<h1>Temporarily unavailable</h1>');
    expect(text).toContain('http-equiv="refresh"');
    expect(text).toContain('<a href="">Try Again</a>');
  }
  expect(logged.filter(({ message }) => message === 'away')).toHaveLength(4);
});
