import { expect, test } from 'vitest';
import { toasts } from '../toast.ts';
import { createApiClient } from './api-client.ts';
import { ApiError, failureCode } from './api-error.ts';
import { toastFailure } from './toast-failure.ts';

const ROUTES = {
  plans: { list: ['GET', '/plans'] },
  site: { contact: ['POST', '/contact'] },
} as const;
const LATE = { overview: { get: ['GET', '/admin/overview'] } } as const;
const MESSAGE = { name: 'Ada', email: 'ada@example.com', message: 'Hello' };

/** A server that gives these answers in turn, and a clock that only waiting moves. */
function rig(...answers: (Response | Error)[]) {
  const calls: { url: string; key: string | null }[] = [];
  const owners: (string | null)[] = [];
  const waits: number[] = [];
  const signedOut: (string | null)[] = [];
  const page = { user: 'ada' };
  let now = 0;
  const api = createApiClient({
    routes: ROUTES,
    lateRoutes: async () => LATE,
    pageUser: () => page.user,
    onSignedOut: (userId) => signedOut.push(userId),
    fetch: (url, init) => {
      const headers = new Headers(init?.headers);
      calls.push({ url: String(url), key: headers.get('idempotency-key') });
      owners.push(headers.get('x-page-user'));
      const answer = answers.length > 1 ? answers.shift() : answers[0];
      return answer instanceof Response ? Promise.resolve(answer.clone()) : Promise.reject(answer);
    },
    timer: {
      now: () => now,
      wait: async (ms) => {
        waits.push(ms);
        now += ms;
      },
    },
  });
  return { api, calls, owners, page, signedOut, waits };
}

test('a reply is the value of the call', async () => {
  const { api, calls } = rig(Response.json([]));
  await expect(api.plans.list()).resolves.toEqual([]);
  expect(calls).toEqual([{ url: '/api/plans', key: null }]);
});

test('the route of an administrator is read when it is called', async () => {
  const { api, calls } = rig(Response.json({}));
  await api.overview.get();
  expect(calls).toEqual([{ url: '/api/admin/overview', key: null }]);
});

test('a busy server is asked again from 200 ms on, doubling', async () => {
  const busy = () => new Response(null, { status: 503 });
  const { api, waits } = rig(busy(), busy(), new TypeError('offline'), Response.json([]));
  await expect(api.plans.list()).resolves.toEqual([]);
  expect(waits).toEqual([200, 400, 800]);
});

test('it gives up within 30 s', async () => {
  const { api, waits } = rig(new TypeError('offline'));
  await expect(api.plans.list()).rejects.toMatchObject({ code: 'UNREACHABLE' });
  expect(waits.reduce((sum, ms) => sum + ms, 0)).toBeLessThanOrEqual(30_000);
});

test('a repeated write carries the same key, another write another one', async () => {
  const { api, calls } = rig(new Response(null, { status: 502 }), Response.json({ received: true }));
  await api.site.contact(MESSAGE);
  await api.site.contact(MESSAGE);
  expect(calls[0]?.key).toBeTruthy();
  expect(calls[1]?.key).toBe(calls[0]?.key);
  expect(calls[2]?.key).not.toBe(calls[0]?.key);
});

test('a refusal is an ApiError with code, fields and reference, and is not repeated', async () => {
  const reply = {
    code: 'BAD_INPUT',
    message: 'no',
    fields: { email: 'Valid email is required' },
    requestId: 'r1',
  };
  const { api, calls } = rig(Response.json(reply, { status: 400 }));
  const error = await api.site.contact(MESSAGE).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(ApiError);
  expect(error).toMatchObject({ ...reply, status: 400 });
  expect(failureCode(error)).toBe('BAD_INPUT');
  expect(calls).toHaveLength(1);
});

test('an answer that is not ours, such as a proxy page, is told as unreachable', async () => {
  const { api } = rig(new Response('<h1>Bad</h1>', { status: 500 }));
  await expect(api.plans.list()).rejects.toMatchObject({ code: 'UNREACHABLE', status: 500 });
});

test('a call that its caller repeats by itself is made once', async () => {
  const { api, calls } = rig(new TypeError('offline'));
  await expect(api.site.contact(MESSAGE, { context: { once: true } })).rejects.toThrow(ApiError);
  expect(calls).toHaveLength(1);
});

test('the toast of a failed call goes when the call succeeds, whatever it asks, and that of another call stays', async () => {
  const refused = () => Response.json({ code: 'INTERNAL', message: 'no' }, { status: 500 });
  const { api } = rig(refused(), refused(), Response.json({ received: true }));
  await api.plans.list().catch((error: unknown) => toastFailure(error, { title: 'Not loaded' }));
  await api.site.contact(MESSAGE).catch((error: unknown) => toastFailure(error, { title: 'Not sent' }));
  const titles = () => toasts.current().map(({ title }) => title);
  expect(titles()).toEqual(['Not loaded', 'Not sent']);
  await api.site.contact({ ...MESSAGE, message: 'Hello again' });
  expect(titles()).toEqual(['Not loaded']);
  await api.plans.list();
  expect(titles()).toEqual([]);
});

test('a write that is refused because nobody is signed in says so at once, another refusal does not', async () => {
  const refusal = (code: string) => Response.json({ code, message: 'no', requestId: 'r1' }, { status: 401 });
  const { api, signedOut } = rig(refusal('SIGN_IN_REQUIRED'), refusal('INVALID_CREDENTIALS'));
  await expect(api.site.contact(MESSAGE)).rejects.toMatchObject({ code: 'SIGN_IN_REQUIRED' });
  await expect(api.site.contact(MESSAGE)).rejects.toMatchObject({ code: 'INVALID_CREDENTIALS' });
  expect(signedOut).toEqual(['ada']);
});

test("a call says whose page made it, also when it is repeated once the page is another user's", async () => {
  const { api, owners, page } = rig(new TypeError('offline'), Response.json([]));
  const asked = api.plans.list();
  page.user = 'ben';
  await asked;
  await api.plans.list();
  await api.site.contact(MESSAGE, { context: { owner: 'ada' } });
  await api.site.contact(MESSAGE, { context: { owner: null } });
  expect(owners).toEqual(['ada', 'ada', 'ben', 'ada', null]);
});
