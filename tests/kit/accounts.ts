import { Secret, TOTP } from 'otpauth';
import { hashPassword } from '#server/areas/accounts/password/passwords';
import { findViewer } from '#server/areas/accounts/sessions/find-viewer';
import { signIn } from '#server/areas/accounts/sign-in/sign-in';
import { insertUser, setPasswordHash } from '#server/areas/accounts/sql';
import { confirmTwoFactor } from '#server/areas/accounts/two-factor/confirm-two-factor';
import { startTwoFactor } from '#server/areas/accounts/two-factor/start-two-factor';
import type { Db } from '#server/db/client';
import type { Caller } from '#server/services';
import { openVerbs, type Verbs } from './verbs.ts';

export const PASSWORD = 'a quiet sentence';
export const EMAIL = 'ada@lovelace.test';

/** Of the password: a hash takes longer than most tests, and says nothing about whom it belongs to. */
let hashed: Promise<string> | undefined;

export type Account = Verbs & { readonly id: string };

/** A school in which Ada has an account with a password; `id` is hers. */
export async function withAccount(db: Db, verified = true): Promise<Account> {
  const verbs = await openVerbs(db);
  hashed ??= hashPassword(PASSWORD);
  const hash = await hashed;
  const id = await db.transaction(async (trx) => {
    const user = await insertUser(trx, { name: 'Ada', email: EMAIL, email_verified: verified });
    if (!user) throw new Error('the address is taken');
    await setPasswordHash(trx, user.id, hash, verbs.services.clock.now());
    return user.id;
  });
  return { ...verbs, id };
}

/** Signs in; answers the outcome with the cookies that were set. */
export async function enter(
  { as, services }: Verbs,
  password = PASSWORD,
  email = EMAIL,
  ipAddress = '127.0.0.1',
  userAgent = as('visitor').userAgent,
  reqHeaders = new Headers(),
) {
  const resHeaders = new Headers();
  const caller = { ...as('visitor'), ipAddress, userAgent };
  const outcome = await signIn(services, caller, { email, password }, { reqHeaders, resHeaders });
  return { outcome, cookies: resHeaders.getSetCookie() };
}

/** Set-Cookie headers as the browser would send them back. */
export function sent(cookies: readonly string[]): string {
  return cookies.map((cookie) => cookie.split(';')[0]).join('; ');
}

/** Ada in a new session of her own, with the request headers that carry its cookie. */
export async function signedInCaller(school: Account): Promise<{ caller: Caller; reqHeaders: Headers }> {
  const { cookies } = await enter(school);
  const { viewer } = await findViewer(school.services, sent(cookies));
  return {
    caller: { ...school.as('visitor'), viewer },
    reqHeaders: new Headers({ cookie: sent(cookies) }),
  };
}

/** Turns Ada's second factor on; answers what her app knows, the code that was spent on it and the backup codes. */
export async function enrol(school: Account) {
  const { caller, reqHeaders } = await signedInCaller(school);
  const { backupCodes, secret } = await startTwoFactor(school.services, caller, { password: PASSWORD });
  const totp = new TOTP({ secret: Secret.fromBase32(secret) });
  const code = totp.generate();
  const resHeaders = new Headers();
  await confirmTwoFactor(school.services, caller, { code }, { reqHeaders, resHeaders });
  return { backupCodes, code, totp, cookies: resHeaders.getSetCookie() };
}
