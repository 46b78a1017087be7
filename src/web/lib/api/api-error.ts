import type { ErrorCode } from '#contract/errors';

/** What the server says, and the one thing it cannot say: that it was not reached. */
export type FailureCode = ErrorCode | 'UNREACHABLE';

export interface ApiFailure {
  code: FailureCode;
  message: string;
  fields: Record<string, string>;
  requestId: string;
  status: number;
  data?: unknown;
  /** Method and path of the call, without its query. */
  call?: string | undefined;
}

/** A call that failed for a reason that can be shown. */
export class ApiError extends Error implements ApiFailure {
  readonly code: FailureCode;
  readonly fields: Record<string, string>;
  readonly requestId: string;
  readonly status: number;
  readonly data: unknown;
  readonly call: string | undefined;

  constructor(failure: ApiFailure) {
    super(failure.message);
    this.name = 'ApiError';
    this.code = failure.code;
    this.fields = failure.fields;
    this.requestId = failure.requestId;
    this.status = failure.status;
    this.data = failure.data;
    this.call = failure.call;
  }
}

/** The code of a failed call, whether it came over HTTP or from the server's own rendering. */
export function failureCode(error: unknown): FailureCode | null {
  const code = error && typeof error === 'object' && 'code' in error ? error.code : null;
  return typeof code === 'string' ? (code as FailureCode) : null;
}
