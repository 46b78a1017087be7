import { z } from 'zod';

/**
 * Every failure that a caller can be told about, from table to screen. The web app has words for each of them in one
 * Record, so a code without words does not compile.
 */
export const ERROR_STATUS = {
  BAD_INPUT: 400,
  SIGN_IN_REQUIRED: 401,
  INVALID_CREDENTIALS: 401,
  INVALID_CODE: 401,
  INVALID_KEY: 401,
  EMAIL_NOT_VERIFIED: 403,
  ACCOUNT_DISABLED: 403,
  ADMINISTRATOR_REQUIRED: 403,
  TWO_FACTOR_REQUIRED: 403,
  ADDRESS_NOT_ALLOWED: 403,
  TIER_REQUIRED: 403,
  PROOF_REQUIRED: 403,
  AUTHOR_REQUIRED: 403,
  SESSION_REQUIRED: 403,
  SCOPE_REQUIRED: 403,
  FOREIGN_ORIGIN: 403,
  WRONG_IDENTITY: 403,
  PROVIDER_REFUSED: 403,
  ADDRESS_UNVERIFIED: 403,
  NOT_FOUND: 404,
  COURSE_NOT_FOUND: 404,
  SECTION_NOT_FOUND: 404,
  CATEGORY_NOT_FOUND: 404,
  POST_NOT_FOUND: 404,
  PLAN_NOT_FOUND: 404,
  MESSAGE_NOT_FOUND: 404,
  PAGE_NOT_FOUND: 404,
  REVISION_NOT_FOUND: 404,
  SESSION_NOT_FOUND: 404,
  KEY_NOT_FOUND: 404,
  COMMENT_NOT_FOUND: 404,
  DECISION_NOT_FOUND: 404,
  ATTEMPT_NOT_FOUND: 404,
  USER_NOT_FOUND: 404,
  ENTRY_NOT_FOUND: 404,
  SIGN_IN_NOT_FOUND: 404,
  PROVIDER_NOT_FOUND: 404,
  METHOD_NOT_ALLOWED: 405,
  VERSION_CONFLICT: 409,
  ADDRESS_TAKEN: 409,
  SLUG_TAKEN: 409,
  CATEGORY_NAME_TAKEN: 409,
  CATEGORY_IN_USE: 409,
  COMMENT_HIDDEN: 409,
  OWN_COMMENT: 409,
  OWN_ACCOUNT: 409,
  LAST_ADMINISTRATOR: 409,
  LAST_SIGN_IN: 409,
  SIGN_IN_TAKEN: 409,
  LINK_FIRST: 409,
  PAYMENT_REQUIRED: 402,
  NOT_ENROLLED: 409,
  EXAM_NOT_OPEN: 409,
  ATTEMPT_CLOSED: 409,
  ALREADY_CONFIRMED: 409,
  TWO_FACTOR_ALREADY_ON: 409,
  TWO_FACTOR_OFF: 409,
  WOULD_LOCK_OUT: 409,
  TOO_MANY_KEYS: 409,
  REQUEST_IN_PROGRESS: 409,
  LINK_EXPIRED: 410,
  SIGN_IN_EXPIRED: 410,
  BODY_TOO_LARGE: 413,
  UNSUPPORTED_FILE: 415,
  PASSWORD_TOO_COMMON: 422,
  PASSWORD_TOO_WEAK: 422,
  WRONG_PASSWORD: 422,
  PROVIDER_AWAY: 424,
  IDEMPOTENCY_KEY_REUSED: 422,
  RATE_LIMITED: 429,
  ACCOUNT_LOCKED: 429,
  INTERNAL: 500,
  DATABASE_UNAVAILABLE: 503,
  DISK_FULL: 503,
} as const;

export type ErrorCode = keyof typeof ERROR_STATUS;
export const ERROR_CODES = Object.keys(ERROR_STATUS) as [ErrorCode, ...ErrorCode[]];

/** The body of every error reply. `fields` maps the path of an input field ("content.0.title") to what is wrong with it. */
export const errorReply = z.object({
  code: z.enum(ERROR_CODES),
  message: z.string(),
  fields: z.record(z.string(), z.string()),
  requestId: z.string(),
  data: z.unknown().optional(),
});
export type ErrorReply = z.infer<typeof errorReply>;

/** Seconds to wait before another attempt can succeed; sent as Retry-After as well. */
export const retryData = z.object({ retryAfter: z.int().min(1) });
