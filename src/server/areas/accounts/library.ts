import { APIError } from 'better-auth/api';
import type { Failure } from '#server/failure';
import type { Caller } from '#server/services';
import { ADDRESS_HEADER } from './auth.ts';

/** The request as the library needs it: cookies, browser and address, nothing else. */
export function libraryHeaders({ ipAddress, userAgent }: Caller, request: Headers): Headers {
  const headers = new Headers({ [ADDRESS_HEADER]: ipAddress, 'user-agent': userAgent });
  const cookies = request.get('cookie');
  if (cookies) headers.set('cookie', cookies);
  return headers;
}

/** Passes on the cookies that the library set. */
export function forwardCookies(from: Headers, to: Headers): void {
  for (const cookie of from.getSetCookie()) to.append('set-cookie', cookie);
}

/** Awaits a call of the library; its refusal becomes the failure that `translate` gives for the library's code. */
export async function orFail<Result>(
  call: Promise<Result>,
  translate: (code: string) => Failure,
): Promise<Result> {
  try {
    return await call;
  } catch (error) {
    if (error instanceof APIError && error.statusCode < 500) throw translate(String(error.body?.code ?? ''));
    throw error;
  }
}
