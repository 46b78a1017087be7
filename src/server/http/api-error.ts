import { ORPCError } from '@orpc/server';
import { ERROR_STATUS, type ErrorCode, type ErrorReply } from '#contract/errors';
import { errorCodeOf } from '#server/db/constraints';
import { ERROR_MESSAGE } from '#server/error-message';
import { Failure } from '#server/failure';
import { StorageUnavailable } from '#server/platform/storage';

interface Issue {
  readonly message: string;
  readonly path?: readonly (PropertyKey | { readonly key: PropertyKey })[];
}

/** Any thrown value as the failure a caller gets; what was not expected becomes INTERNAL and keeps its cause. */
export function toApiError(error: unknown): ORPCError<ErrorCode, unknown> {
  if (error instanceof Failure) return apiError(error);
  if (error instanceof ORPCError) {
    if (error.code in ERROR_STATUS) return error;
    if (error.code === 'BAD_REQUEST') return apiError(new Failure('BAD_INPUT', { fields: fieldsOf(error) }));
    if (error.code === 'NOT_FOUND') return apiError(new Failure('NOT_FOUND'));
    return apiError(new Failure('INTERNAL'), error.cause ?? error);
  }
  if (error instanceof StorageUnavailable) return apiError(new Failure('STORAGE_UNAVAILABLE'), error);
  const code = errorCodeOf(error);
  return code ? apiError(new Failure(code)) : apiError(new Failure('INTERNAL'), error);
}

/** The body that every error reply has. */
export function errorBody(error: ORPCError<string, unknown>, requestId: string): ErrorReply {
  const known = error.code in ERROR_STATUS ? error : toApiError(error);
  const code = known.code as ErrorCode;
  const fields = known.cause instanceof Failure ? known.cause.fields : {};
  const data = known.data === undefined || known.data === null ? {} : { data: known.data };
  return { code, message: ERROR_MESSAGE[code], fields, requestId, ...data };
}

/** Seconds after which another attempt makes sense; null when the code says nothing about time. */
export function retryAfter(code: string, data: unknown): number | null {
  if (typeof data === 'object' && data !== null && 'retryAfter' in data) return Number(data.retryAfter);
  if (code === 'DATABASE_UNAVAILABLE') return 2;
  if (code === 'STORAGE_UNAVAILABLE') return 5;
  return code === 'DISK_FULL' ? 60 : null;
}

function apiError(failure: Failure, cause: unknown = failure): ORPCError<ErrorCode, unknown> {
  return new ORPCError(failure.code, {
    status: failure.status,
    message: ERROR_MESSAGE[failure.code],
    data: failure.data,
    cause,
  });
}

function fieldsOf(error: ORPCError<string, unknown>): Record<string, string> {
  const issues = (error.data as { issues?: readonly Issue[] } | undefined)?.issues ?? [];
  const fields: Record<string, string> = {};
  for (const { message, path = [] } of issues) {
    const name = path.map((part) => String(typeof part === 'object' ? part.key : part)).join('.');
    fields[name] ??= message;
  }
  return fields;
}
