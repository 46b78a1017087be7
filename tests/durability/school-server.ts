import { join } from 'node:path';
import { type Started, startScript } from '#tests/kit/process';

const MAIN = join(import.meta.dirname, '../../src/server/main.ts');
const ANSWER_WITHIN_MS = 10_000;
const HEAD = { email: 'head@school.test', password: 'a-long-secret-of-the-head' };

interface Answer<Body> {
  readonly status: number;
  readonly body: Body;
  readonly headers: Headers;
}

export interface School extends Started {
  /** Asks the running server; rejects when it does not answer. */
  readonly ask: <Body = { code?: string }>(
    method: string,
    path: string,
    body?: unknown,
    /** Whose session it is; left out: the administrator's, where one is needed. */
    cookie?: string,
    headers?: Readonly<Record<string, string>>,
  ) => Promise<Answer<Body>>;
  /** Resolves when it serves; rejects with its output when it ended instead. */
  readonly serves: () => Promise<void>;
}

/** The cookies of the administrator outlive the servers, as those of people do. */
const jars = new Map<string, string>();

/** Starts the product itself, or another release of it by its `main.ts`, on a data folder. Every request comes from another address, so that no limit is met. */
export function startSchool(
  dataDir: string,
  { main = MAIN, ...options }: Parameters<typeof startScript>[2] & { main?: string } = {},
): School {
  const started = startScript(main, [], {
    ...options,
    env: {
      DATA_DIR: dataDir,
      PORT: '0',
      LOG_LEVEL: 'error',
      SAMPLE_CONTENT: 'off',
      TRUSTED_PROXIES: '127.0.0.1',
      ADMIN_EMAIL: HEAD.email,
      ADMIN_PASSWORD: HEAD.password,
      ...options.env,
    },
  });
  const origin = async () => {
    const [, port] = await started.says(/Lectern is ready: http:\/\/localhost:(\d+)/);
    return `http://127.0.0.1:${port}`;
  };
  const ask: School['ask'] = async (method, path, body, cookie, headers) => {
    const address = await origin();
    const reply = await fetch(`${address}${path}`, {
      method,
      headers: {
        origin: address,
        // Visitors are limited by address, members by account.
        cookie: cookie ?? (/^\/api\/admin\//.test(path) ? (jars.get(dataDir) ?? '') : ''),
        'x-forwarded-for': anyAddress(),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
    });
    const text = await reply.text();
    return {
      status: reply.status,
      headers: reply.headers,
      body: text.startsWith('{') || text.startsWith('[') ? JSON.parse(text) : text,
    };
  };
  return { ...started, ask, serves: async () => void (await origin()) };
}

/** Signs the administrator in, for this server and every later one on the same data folder. */
export async function signInHead(school: School, dataDir: string): Promise<void> {
  const { body, headers, status } = await school.ask('POST', '/api/sign-in', HEAD);
  if (status !== 200) throw new Error(`the administrator cannot sign in: ${JSON.stringify(body)}`);
  const cookies = headers.getSetCookie().map((cookie) => cookie.split(';')[0]);
  jars.set(dataDir, cookies.join('; '));
}

/** The cookies of the administrator, for what is not under /api/admin. */
export const headCookies = (dataDir: string): string => jars.get(dataDir) ?? '';

export const message = (text: string) => ({ name: 'Ada', email: 'ada@school.test', message: text });

export function anyAddress(): string {
  const part = () => Math.floor(Math.random() * 255);
  return `10.${part()}.${part()}.${part()}`;
}
