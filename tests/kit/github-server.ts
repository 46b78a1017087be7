import { createHash, randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface GitHubPerson {
  readonly id: number;
  readonly login: string;
  readonly name: string | null;
  readonly emails: readonly { email: string; primary: boolean; verified: boolean }[];
}
export interface GitHubServer {
  readonly authorize: string;
  readonly token: string;
  readonly api: string;
  /** Who presses "Authorize" next. */
  person: GitHubPerson;
  stop(): Promise<void>;
}

/** Speaks as GitHub does: OAuth 2 with PKCE, its errors with status 200, people by its API. */
export async function startGitHub(person: GitHubPerson): Promise<GitHubServer> {
  const codes = new Map<string, { challenge: string; person: GitHubPerson }>();
  const tokens = new Map<string, GitHubPerson>();
  const random = () => randomBytes(10).toString('hex');
  const answer = async (request: IncomingMessage): Promise<{ location?: string; json?: unknown }> => {
    const { pathname, searchParams: asked } = new URL(request.url ?? '', 'http://github.test');
    if (pathname === '/authorize') {
      const code = random();
      codes.set(code, { challenge: asked.get('code_challenge') ?? '', person: server.person });
      const back = new URL(asked.get('redirect_uri') ?? '');
      back.search = new URLSearchParams({ code, state: asked.get('state') ?? '' }).toString();
      return { location: back.href };
    }
    if (pathname === '/token') {
      const form = new URLSearchParams(await bodyOf(request));
      const known = codes.get(form.get('code') ?? '');
      codes.delete(form.get('code') ?? '');
      const challenge = createHash('sha256')
        .update(form.get('code_verifier') ?? '')
        .digest('base64url');
      if (known?.challenge !== challenge || form.get('client_secret') !== 'a-secret')
        return { json: { error: 'bad_verification_code', error_description: 'The code is incorrect.' } };
      const token = random();
      tokens.set(token, known.person);
      return { json: { access_token: token, token_type: 'bearer', scope: 'read:user,user:email' } };
    }
    const asker = tokens.get(request.headers.authorization?.replace('Bearer ', '') ?? '');
    if (!asker || !request.headers['user-agent']) return { json: { message: 'Bad credentials' } };
    const { emails, ...user } = asker;
    return { json: pathname === '/user/emails' ? emails : user };
  };
  const http = createServer((request, response) => {
    void answer(request).then(({ json, location }) => {
      if (location) response.writeHead(302, { location }).end();
      else
        response
          .writeHead(200, { 'content-type': 'application/json; charset=utf-8' })
          .end(JSON.stringify(json));
    });
  });
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  const base = `http://127.0.0.1:${(http.address() as AddressInfo).port}`;
  const server: GitHubServer = {
    authorize: `${base}/authorize`,
    token: `${base}/token`,
    api: base,
    person,
    stop: async () => {
      http.closeAllConnections();
      await new Promise((resolve) => http.close(resolve));
    },
  };
  return server;
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts).toString();
}
