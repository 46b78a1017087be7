import sharp from 'sharp';
import type { Call } from './load.ts';
import type { Attacked, Attacker } from './seed-attackers.ts';

/** A connection that was closed under the body it did not want to read. */
export const CLOSED = 0;

/** What somebody may send over and over to keep the server busy. */
export interface Attack {
  readonly name: string;
  /** How many send it at once. */
  readonly callers: number;
  /** The statuses that show that it arrived where it was to hurt. */
  readonly answers: readonly number[];
  readonly call: (index: number) => Call;
}

const BIG_UPLOAD = 10_000_000;
const COMMENT = 5000;
const JSON_TYPE = { 'content-type': 'application/json' };
const FORM_TYPE = { 'content-type': 'multipart/form-data; boundary=x' };
const FIELDS_TYPE = { 'content-type': 'application/x-www-form-urlencoded' };
const WORDS = encodeURIComponent(Array.from({ length: 12 }, (_, nth) => `wxyzqxyzq${nth}`).join(' '));

/** Every attack of tests/attack/requests/costly-requests.test.ts and unread-bodies.test.ts, and others of their kind. */
export async function attacksOf({ attackers, courseId }: Attacked, origin: string): Promise<Attack[]> {
  const senders = sendersOf(attackers, origin);
  return [
    ...comments(senders, courseId),
    ...unreadBodies(senders),
    ...hostileJson(senders),
    ...hostileFields(senders),
    ...readings(senders),
    ...(await pictures(senders)),
    await examFile(senders),
  ];
}

type Senders = ReturnType<typeof sendersOf>;
interface Sent {
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Call['body'];
}

function sendersOf(attackers: readonly Attacker[], origin: string) {
  /** From another address each time, so that the limits of one address do not answer in place of the work. */
  const from = (index: number) => ({
    origin,
    'x-forwarded-for': `10.${3 + ((index >> 16) & 63)}.${(index >> 8) & 255}.${index & 255}`,
  });
  return {
    visitor:
      (method: string, path: string, { body, headers }: Sent = {}) =>
      (index: number): Call => ({ method, path, body, headers: { ...from(index), ...headers } }),
    member:
      (method: string, path: string | ((own: Attacker) => string), { body, headers }: Sent = {}) =>
      (index: number): Call => {
        const own = attackers[index % attackers.length] as Attacker;
        const all = { ...from(index), ...headers, cookie: own.cookie };
        return { method, path: typeof path === 'string' ? path : path(own), body, headers: all };
      },
  };
}

/** A unit over and over, until it is so long. */
function filled(unit: string, length: number): string {
  return unit.repeat(Math.ceil(length / unit.length)).slice(0, length);
}

function comments({ member }: Senders, courseId: string): Attack[] {
  const comment = (content: string) =>
    member('POST', `/api/comments/${courseId}`, { headers: JSON_TYPE, body: JSON.stringify({ content }) });
  // As many lines and signs as a comment may have that is rendered beside the requests.
  const light = filled(`${filled('- -\n', 160)}${filled('a ', COMMENT)}`, COMMENT);
  return [
    { name: 'comment of `- -` lines', callers: 4, answers: [201], call: comment(filled('- -\n', COMMENT)) },
    { name: 'comment of brackets', callers: 4, answers: [201], call: comment(filled('[](', COMMENT)) },
    { name: 'comment of 120 signs', callers: 1, answers: [201], call: comment(light) },
  ];
}

function unreadBodies({ member, visitor }: Senders): Attack[] {
  const body = Buffer.alloc(BIG_UPLOAD, ' ');
  const callers = 40;
  const chunked = { ...JSON_TYPE, 'transfer-encoding': 'chunked' };
  return [
    {
      name: '40 uploads of 10 MB, visitors',
      callers,
      answers: [401, CLOSED],
      call: visitor('PUT', '/api/account/avatar', { headers: FORM_TYPE, body }),
    },
    {
      name: '40 of 10 MB in chunks',
      callers,
      answers: [413, CLOSED],
      call: visitor('POST', '/api/contact', { headers: chunked, body }),
    },
    {
      name: '40 of 10 MB to no address',
      callers,
      answers: [404, CLOSED],
      call: visitor('POST', '/api/nothing-is-here', { headers: FORM_TYPE, body }),
    },
    {
      name: '40 of 10 MB to administration',
      callers,
      answers: [403, CLOSED],
      call: member('POST', '/api/admin/courses', { headers: JSON_TYPE, body }),
    },
  ];
}

function hostileJson({ member }: Senders): Attack[] {
  const keys = (count: number) =>
    JSON.stringify(Object.fromEntries(Array.from({ length: count }, (_, nth) => [`k${nth}`, 1])));
  const profile = (body: string) => member('PATCH', '/api/account/profile', { headers: JSON_TYPE, body });
  // Every part is at fault, and each fault is worth words.
  const parts = Array.from({ length: 4900 }, (_, nth) => [filled(`${nth} `, 120), 1]);
  const answer = JSON.stringify({
    writer: '00000000-0000-4000-8000-000000000000',
    seq: 1,
    question: 'word',
    answer: Object.fromEntries(parts),
  });
  const saving = ({ attemptId }: Attacker) => `/api/exam-attempts/${attemptId}/answers`;
  const each = { callers: 1, answers: [400] };
  return [
    { name: 'JSON of 90,000 keys', ...each, call: profile(keys(90_000)) },
    { name: 'JSON of 4,900 keys', ...each, call: profile(keys(4900)) },
    { name: 'JSON nested 450,000 deep', ...each, call: profile('['.repeat(450_000) + ']'.repeat(450_000)) },
    { name: 'JSON of one text of 1 MB', ...each, call: profile(`{"name":"${filled('\\"', 990_000)}"}`) },
    {
      name: 'answer of 4,900 faulty parts',
      ...each,
      call: member('PUT', saving, { headers: JSON_TYPE, body: answer }),
    },
  ];
}

function hostileFields({ member, visitor }: Senders): Attack[] {
  const post = (path: string, body: object) =>
    visitor('POST', path, { headers: JSON_TYPE, body: JSON.stringify(body) });
  const fields = Array.from({ length: 4900 }, (_, nth) => `a[b${nth}][c][d]=1`).join('&');
  const password = filled('long ', 128);
  // Near to an address, so that a pattern with two ways to read it tries them all.
  const email = `${filled('a.', 45_000)}@${filled('a-a.', 45_000)}!`;
  const each = { callers: 1, answers: [400] };
  return [
    {
      name: 'form of 4,900 nested fields',
      ...each,
      call: member('PATCH', '/api/account/profile', { headers: FIELDS_TYPE, body: fields }),
    },
    {
      name: 'email address of 90 kB',
      ...each,
      call: post('/api/contact', { name: 'A', email, message: 'Hello' }),
    },
    { name: 'email address at sign-in', ...each, call: post('/api/sign-in', { email, password }) },
    {
      name: 'wrong passwords',
      callers: 10,
      answers: [401],
      call: (index) => post('/api/sign-in', { email: `nobody-${index}@school.test`, password })(index),
    },
  ];
}

function readings({ member, visitor }: Senders): Attack[] {
  return [
    {
      name: 'search for 12 unknown words',
      callers: 4,
      answers: [200],
      call: visitor('GET', `/api/courses?q=${WORDS}`),
    },
    {
      name: 'search query of 14 kB',
      callers: 1,
      answers: [200, 400],
      call: visitor('GET', `/api/courses?${filled('q[a][b]=1&', 14_000)}`),
    },
    {
      name: 'page of a search',
      callers: 1,
      answers: [200],
      call: visitor('GET', `/courses?q=${WORDS}`),
    },
    {
      name: 'page of a course for a member',
      callers: 1,
      answers: [200],
      call: member('GET', '/courses/sql-from-scratch'),
    },
  ];
}

async function pictures({ member }: Senders): Promise<Attack[]> {
  const blank = (side: number) =>
    sharp({ create: { width: side, height: side, channels: 3, background: 'teal' } });
  const avatar = async (bytes: Uint8Array) =>
    member('PUT', '/api/account/avatar', await formOf({ file: new File([new Uint8Array(bytes)], 'a') }));
  const avif = await blank(6300).avif({ effort: 0, quality: 1 }).toBuffer();
  const png = await blank(3900).png({ compressionLevel: 9 }).toBuffer();
  const jpeg = await blank(7600).jpeg({ quality: 20 }).toBuffer();
  const heldJpeg = await blank(3900).jpeg({ progressive: true, quality: 20 }).toBuffer();
  return [
    { name: 'AVIF of 39.7 MP as avatar', callers: 4, answers: [415], call: await avatar(avif) },
    { name: 'PNG of 15 MP as avatar', callers: 4, answers: [200, 429], call: await avatar(png) },
    { name: 'JPEG of 58 MP as avatar', callers: 4, answers: [200, 429], call: await avatar(jpeg) },
    {
      name: 'progressive JPEG of 15 MP',
      callers: 4,
      answers: [200, 429],
      call: await avatar(heldJpeg),
    },
    {
      name: 'avatar of 2 MB, no picture',
      callers: 1,
      answers: [415],
      call: await avatar(new Uint8Array(2_000_000)),
    },
  ];
}

async function examFile({ member }: Senders): Promise<Attack> {
  // Letters of two bytes are read more slowly than those of one.
  const file = new File([filled('één ', BIG_UPLOAD * 0.6)], 'a.txt');
  const path = ({ attemptId }: Attacker) => `/api/exam-attempts/${attemptId}/files`;
  return {
    name: 'file of 10 MB for an exam',
    callers: 1,
    answers: [200, 201],
    call: member('POST', path, await formOf({ question: 'file', file })),
  };
}

async function formOf(fields: Readonly<Record<string, string | File>>): Promise<Sent> {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  const response = new Response(form);
  const headers = { 'content-type': response.headers.get('content-type') ?? '' };
  return { headers, body: Buffer.from(await response.arrayBuffer()) };
}
