import type { Hono } from 'hono';
import { receiveMailReports } from '#server/areas/admin/mails/suppressions/receive-mail-reports';
import { Failure } from '#server/failure';
import type { Services } from '#server/services';
import { readBody } from './bodies/read-body.ts';
import { errorResponse } from './error-response.ts';
import { basicPassword, bearerToken, isSecret } from './is-secret.ts';
import type { HttpEnv } from './request-scope.ts';

const PATH = '/webhooks/mail';
const MAX_BYTES = 256 * 1024;

/**
 * Where the provider of mail reports bounces and complaints, with MAIL_WEBHOOK_SECRET as a password or bearer token. Without the
 * setting there is no such address. 200 is said only after all is stored, so that the provider sends again what we could not keep.
 */
export function mountMailReports(app: Hono<HttpEnv>, services: Services): void {
  const { mailWebhookSecret } = services.config;
  if (mailWebhookSecret === undefined) return;
  app.post(PATH, async (context) => {
    const scope = context.get('scope');
    scope.route = PATH;
    const header = context.req.header('authorization');
    if (!isSecret(basicPassword(header) ?? bearerToken(header), mailWebhookSecret))
      return context.body(null, 401, { 'www-authenticate': 'Basic realm="mail"' });
    if (Number(context.req.header('content-length') ?? 0) > MAX_BYTES)
      return errorResponse(new Failure('BODY_TOO_LARGE'), scope.requestId);
    const body = await readBody(context.req.raw, MAX_BYTES);
    const isKept = await receiveMailReports(services, parse(body));
    return context.body(null, isKept ? 200 : 400);
  });
}

/** Undefined for what is no JSON. */
function parse(body: Uint8Array | null): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body ?? new Uint8Array()));
  } catch {
    return undefined;
  }
}
