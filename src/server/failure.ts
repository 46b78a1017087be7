import { ERROR_STATUS, type ErrorCode } from '#contract/errors';

export interface FailureOptions {
  /** Path of an input field ("content.0.title") to what is wrong with it. */
  readonly fields?: Readonly<Record<string, string>>;
  /** What the contract declares as data of this code. */
  readonly data?: unknown;
  /** What it follows from; never sent. */
  readonly cause?: unknown;
}

/** An expected failure: thrown by a verb, sent to the caller as an ErrorReply with this code. */
export class Failure extends Error {
  readonly code: ErrorCode;
  readonly status: number;
  readonly fields: Readonly<Record<string, string>>;
  readonly data: unknown;

  constructor(code: ErrorCode, options: FailureOptions = {}) {
    super(code, { cause: options.cause });
    this.name = 'Failure';
    this.code = code;
    this.status = ERROR_STATUS[code];
    this.fields = options.fields ?? {};
    this.data = options.data;
  }
}
