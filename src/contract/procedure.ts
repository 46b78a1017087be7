import { oc } from '@orpc/contract';
import { z } from 'zod';
import type { AccessLevel } from '#domain/access/can-call';
import { type ProcedureScope, SCOPES } from '#domain/access/people/scopes';
import type { SupportUse } from '#domain/access/people/support-modes';
import { ERROR_STATUS, type ErrorCode, retryData } from './errors.ts';

/** What every procedure declares about itself; the server does not start with a procedure that has no access or no scope. */
export interface ProcedureMeta {
  access?: AccessLevel;
  /** Which scope of an API key opens it, or that no key does. */
  scope?: ProcedureScope;
  /** Public replies that are the same for everyone of one tier are kept serialised until content changes. */
  cache?: 'audience-tier' | 'everyone';
  /** Its reply holds texts of authors: the pictures and files in them are opened for whoever is answered. */
  media?: 'signed';
  /** Open in a support session although it changes something: it ends it, or an administrator may change it for the user. */
  support?: SupportUse;
  /** Requests allowed per caller and minute, beyond the general limit. */
  limitPerMinute?: number;
  /** Requests per caller and day that may succeed, counted by each process, for what leaves rows that stay for years. */
  limitPerDay?: number;
}

/** The declaration of error codes for `.errors(...)`. */
export function failures<const Codes extends readonly ErrorCode[]>(...codes: Codes) {
  return Object.fromEntries(codes.map((code) => [code, { status: ERROR_STATUS[code] }])) as {
    [Code in Codes[number]]: { status: (typeof ERROR_STATUS)[Code] };
  };
}

/** Of what can be done only so many times in a day. */
export const dailyLimit = {
  DAILY_LIMIT: { status: ERROR_STATUS.DAILY_LIMIT, data: retryData },
} as const;

/** A file that is written while it is sent. */
export const sentFile = z.instanceof(ReadableStream<Uint8Array>);

const base = oc.$meta<ProcedureMeta>({}).errors({
  ...failures(
    'BAD_INPUT',
    'INTERNAL',
    'DATABASE_UNAVAILABLE',
    'STORAGE_UNAVAILABLE',
    'INVALID_KEY',
    'SESSION_REQUIRED',
    'SUPPORT_READ_ONLY',
    'SUPPORT_CLOSED',
  ),
  SCOPE_REQUIRED: { status: ERROR_STATUS.SCOPE_REQUIRED, data: z.object({ scope: z.enum(SCOPES) }) },
  RATE_LIMITED: { status: ERROR_STATUS.RATE_LIMITED, data: retryData },
});
const baseMember = base.errors(failures('SIGN_IN_REQUIRED', 'FOREIGN_ORIGIN'));

export const publicProcedure = base.meta({ access: 'public' });
export const memberProcedure = baseMember.meta({ access: 'member' });
export const adminProcedure = baseMember
  .meta({ access: 'admin' })
  .errors(failures('ADMINISTRATOR_REQUIRED', 'TWO_FACTOR_REQUIRED', 'ADDRESS_NOT_ALLOWED'));
