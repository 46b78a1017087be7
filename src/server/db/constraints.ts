import type { ErrorCode } from '#contract/errors';

/** What a broken constraint means to the caller. The only place that knows; a constraint not named here is our own fault. */
const CODE_OF_CONSTRAINT: Readonly<Record<string, ErrorCode>> = {
  passkeys_credential_id_key: 'PASSKEY_TAKEN',
  users_email_key: 'ADDRESS_TAKEN',
  courses_slug_key: 'SLUG_TAKEN',
  authors_slug_key: 'SLUG_TAKEN',
  custom_pages_slug_key: 'SLUG_TAKEN',
  custom_pages_slug_shape: 'BAD_INPUT',
  custom_pages_title_not_blank: 'BAD_INPUT',
  courses_slug_shape: 'BAD_INPUT',
  courses_title_not_blank: 'BAD_INPUT',
  courses_prerequisite_id_fkey: 'PREREQUISITE_CIRCLE',
  courses_prerequisite_other: 'PREREQUISITE_CIRCLE',
  course_content_title_not_blank: 'BAD_INPUT',
  course_content_minutes_check: 'BAD_INPUT',
  course_content_course_id_fkey: 'COURSE_NOT_FOUND',
  course_categories_course_id_fkey: 'COURSE_NOT_FOUND',
  categories_name_key: 'CATEGORY_NAME_TAKEN',
  categories_slug_key: 'CATEGORY_NAME_TAKEN',
  categories_name_not_blank: 'BAD_INPUT',
  comments_course_id_fkey: 'COURSE_NOT_FOUND',
  comments_parent_id_fkey: 'COMMENT_NOT_FOUND',
  comments_body_not_blank: 'BAD_INPUT',
  comment_reports_comment_id_fkey: 'COMMENT_NOT_FOUND',
};

/** A category can be missing when a course names it, or still be used when it is deleted: the detail says which. */
const CATEGORY_REFERENCE = 'course_categories_category_id_fkey';

interface DatabaseError {
  readonly code?: unknown;
  readonly constraint?: unknown;
  readonly detail?: unknown;
  /** What a call to the system was for. */
  readonly syscall?: unknown;
}

const CONNECTION_LOST = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOENT',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
]);
const LOST_MESSAGE =
  /Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|not queryable|after calling end on the pool/;
/** What PostgreSQL says of a full disk, and what writing a file of ours says of one or of a quota that is used up. */
const NO_ROOM = new Set(['53100', 'ENOSPC', 'EDQUOT']);
/** What PostgreSQL says of text it cannot hold or of a number too large: the caller's doing. */
const BAD_VALUE = /^22(?:021|P02|P05|003|001|007|008)$/;

/** The ErrorCode for an error of the database driver or of the disk; null when it is nothing that a caller can meet. */
export function errorCodeOf(error: unknown): ErrorCode | null {
  if (typeof error !== 'object' || error === null) return null;
  const { code, constraint, detail, syscall }: DatabaseError = error;
  if (typeof code === 'string') {
    if (code === '23505' || code === '23503' || code === '23514') return constraintCode(constraint, detail);
    if (BAD_VALUE.test(code)) return 'BAD_INPUT';
    if (NO_ROOM.has(code)) return 'DISK_FULL';
    // A statement that took too long, or waited too long for a lock.
    if (code === '57014' || code === '55P03') return 'DATABASE_UNAVAILABLE';
    if (code.startsWith('08') || code.startsWith('57P') || code === '53300') return 'DATABASE_UNAVAILABLE';
    // A socket that is gone, not a file of ours.
    const isFile = code === 'ENOENT' && typeof syscall === 'string' && syscall !== 'connect';
    if (CONNECTION_LOST.has(code) && !isFile) return 'DATABASE_UNAVAILABLE';
  }
  if (error instanceof Error && LOST_MESSAGE.test(error.message)) return 'DATABASE_UNAVAILABLE';
  return null;
}

function constraintCode(constraint: unknown, detail: unknown): ErrorCode | null {
  if (typeof constraint !== 'string') return null;
  if (constraint === CATEGORY_REFERENCE) {
    return typeof detail === 'string' && detail.includes('still referenced')
      ? 'CATEGORY_IN_USE'
      : 'CATEGORY_NOT_FOUND';
  }
  return CODE_OF_CONSTRAINT[constraint] ?? null;
}
