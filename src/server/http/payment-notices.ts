import type { Hono } from 'hono';
import { receiveNotice } from '#server/areas/billing/inbox/receive-notice';
import { Failure } from '#server/failure';
import type { Services } from '#server/services';
import { readBody } from './bodies/read-body.ts';
import { errorResponse } from './error-response.ts';
import type { HttpEnv } from './request-scope.ts';

const MAX_BYTES = 256 * 1024;

/**
 * Where the payment provider rings. The bytes are read as they came, because they are signed; there is no session here and no
 * detail in a refusal. 200 is said only after the notice is stored, so that the provider sends again what we could not keep.
 */
export function mountPaymentNotices(app: Hono<HttpEnv>, services: Services): void {
  const { payments } = services;
  if (!payments) return;
  app.post(`/webhooks/${payments.name}`, async (context) => {
    const scope = context.get('scope');
    scope.route = `/webhooks/${payments.name}`;
    const signature = context.req.header('stripe-signature') ?? '';
    if (Number(context.req.header('content-length') ?? 0) > MAX_BYTES)
      return errorResponse(new Failure('BODY_TOO_LARGE'), scope.requestId);
    const body = await readBody(context.req.raw, MAX_BYTES);
    const isKept = await receiveNotice(services, body ?? new Uint8Array(), signature);
    return context.body(null, isKept ? 200 : 400);
  });
}
