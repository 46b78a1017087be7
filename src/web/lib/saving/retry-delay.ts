import { failureCode } from '../api/api-error.ts';

const RETRY_MS = 5000;
/** What was refused once may well be refused again. */
const REFUSED_RETRY_MS = 30_000;

/** After how many ms a save that failed is tried again; null: not before its person is signed in again. */
export function retryDelay(error: unknown): number | null {
  const code = failureCode(error);
  if (code === 'SIGN_IN_REQUIRED') return null;
  return code === 'UNREACHABLE' ? RETRY_MS : REFUSED_RETRY_MS;
}
