import type { AnyContractRouter } from '@orpc/contract';
import { OpenAPIGenerator } from '@orpc/openapi';
import { ZodToJsonSchemaConverter } from '@orpc/zod/zod4';
import { z } from 'zod';
import { ERROR_CODES, ERROR_STATUS, errorReply } from '#contract/errors';
import type { ProcedureMeta } from '#contract/procedure';
import { SCOPES } from '#domain/access/people/scopes';
import { sessionCookieName } from '#server/areas/accounts/sessions/cookies';
import type { Config } from '#server/config';
import { statedProcedures } from './check-contract.ts';

type Json = { [key: string]: Json | (Json | string)[] | string | number | boolean | null | undefined };

const NOT_ALLOWED_IN_3_1 = new Set(['allowEmptyValue', 'allowReserved']);
const GENERATOR = new OpenAPIGenerator({ schemaConverters: [new ZodToJsonSchemaConverter()] });

const KEY_DESCRIPTION = `An API key. Available scopes: ${SCOPES.join(', ')}. It acts with its owner's current permissions.`;

/** A stream is no procedure: it has no end that a reply could be parsed at. */
const COMMENT_EVENTS: Json = {
  get: {
    operationId: 'comments.events',
    summary: 'Stream comment changes in a course as server-sent events',
    parameters: [
      { name: 'courseId', in: 'path', required: true, schema: { type: 'string', format: 'uuid' } },
    ],
    responses: {
      '200': {
        description:
          'A stream that stays open. Each `change` event carries the {"id"} of the comment, or {} when anything may have changed.',
        content: { 'text/event-stream': { schema: { type: 'string' } } },
      },
    },
    security: [{}, { key: ['content:read'] }],
    'x-access': 'public',
    'x-scope': 'content:read',
  },
};

/** Bytes that arrive in pieces are no procedure: they are no JSON, and the protocol of tus.io says what they mean. */
function uploadOperation(operationId: string, summary: string, status: string): Json {
  return {
    operationId,
    summary,
    description:
      "Protocol of tus.io, version 1.0.0: send the header Tus-Resumable, and read the replies' headers.",
    responses: { [status]: { description: 'As the protocol says' } },
    security: [{ key: ['admin:content:write'] }],
    'x-access': 'admin',
    'x-scope': 'admin:content:write',
  };
}

const ID: Json = {
  parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string', format: 'uuid' } }],
};
const UPLOADS: Json = {
  '/admin/media/uploads': {
    post: uploadOperation('media.uploads.create', 'Begin an upload in pieces', '201'),
  },
  '/admin/media/uploads/{id}': {
    get: { ...ID, ...uploadOperation('media.uploads.offset', 'Get how many bytes have arrived', '200') },
    patch: { ...ID, ...uploadOperation('media.uploads.append', 'Send the next bytes', '204') },
    delete: { ...ID, ...uploadOperation('media.uploads.cancel', 'Cancel an upload', '204') },
  },
};

/** The OpenAPI 3.1 description of the whole API, made from the contract, failures included. */
export async function openapiDocument(
  router: AnyContractRouter,
  config: Pick<Config, 'https' | 'publicUrl'>,
): Promise<Json> {
  const document = (await GENERATOR.generate(router, {
    info: {
      title: 'Lectern',
      version: '1',
      description:
        'The same API the web app uses. Log in with POST /api/sign-in; the session is stored in a cookie. Programs send an API key, created on the Security tab of a profile, as Authorization: Bearer; x-scope names the scope a key needs, or is session-only. Requests that change data and use a cookie need an Origin header of this site. They accept an Idempotency-Key: for 24 hours, repeating a request with the same key returns the same response and takes effect only once.',
    },
    servers: [{ url: `${config.publicUrl}/api` }],
    customErrorResponseBodySchema: (definedErrors, status) =>
      errorSchema(
        definedErrors.map(([code]) => String(code)),
        status,
      ),
  })) as unknown as Json;
  const cleaned = withoutForbidden(document) as Json;
  declareAccess(cleaned, router, sessionCookieName(config));
  Object.assign(cleaned.paths as Json, { '/comments/{courseId}/events': COMMENT_EVENTS }, UPLOADS);
  return cleaned;
}

function errorSchema(codes: string[], status: number) {
  const schema = z.toJSONSchema(errorReply, { unrepresentable: 'any' }) as Json;
  const { $schema: _, properties, ...rest } = schema;
  const possible = codes.length > 0 ? codes : ERROR_CODES.filter((code) => ERROR_STATUS[code] === status);
  return { ...rest, properties: { ...(properties as Json), code: { enum: possible } } } as object;
}

function withoutForbidden(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutForbidden);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key]) => !NOT_ALLOWED_IN_3_1.has(key))
      .map(([key, child]) => [key, withoutForbidden(child)]),
  );
}

/** Adds what the contract says in its own words: who may call, and the key for one effect. */
function declareAccess(document: Json, router: AnyContractRouter, cookie: string): void {
  document.components = {
    ...((document.components as Json | undefined) ?? {}),
    securitySchemes: {
      session: { type: 'apiKey', in: 'cookie', name: cookie },
      key: { type: 'http', scheme: 'bearer', description: KEY_DESCRIPTION },
    },
  };
  for (const { meta, method, name, path } of statedProcedures(router)) {
    const operation = ((document.paths as Json)[path] as Json | undefined)?.[method.toLowerCase()] as
      | Json
      | undefined;
    if (!operation) throw new Error(`the document lacks ${name}`);
    operation.security = securityOf(meta);
    operation['x-access'] = meta.access ?? null;
    operation['x-scope'] = meta.scope ?? null;
    if (method === 'GET') continue;
    const header = {
      in: 'header',
      name: 'Idempotency-Key',
      required: false,
      schema: { type: 'string', maxLength: 200 },
    };
    operation.parameters = [...((operation.parameters as Json[] | undefined) ?? []), header];
  }
}

/** Each is one way in; the empty one is to come as nobody. */
function securityOf({ access, scope }: ProcedureMeta): Json[] {
  const asPerson: Json = access === 'public' ? {} : { session: [] };
  return scope && scope !== 'session-only' ? [asPerson, { key: [scope] }] : [asPerson];
}
