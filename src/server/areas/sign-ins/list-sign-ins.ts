import type { SignInWays } from '#contract/accounts/sign-ins';
import { signedIn } from '#server/areas/accounts/sessions/signed-in';
import { selectPasswordHash } from '#server/areas/accounts/sql';
import type { Caller, Services } from '#server/services';
import { selectLinks } from './sql.ts';
import { toSignInRow } from './to-sign-in-row.ts';

/** The own ways to sign in. */
export async function listSignIns(services: Services, caller: Caller): Promise<SignInWays> {
  const { userId } = signedIn(caller);
  const { kysely } = services.db;
  const [password, links] = await Promise.all([
    selectPasswordHash(kysely, userId),
    selectLinks(kysely, userId),
  ]);
  return {
    hasPassword: Boolean(password?.password),
    signIns: links.map((link) => toSignInRow(services, link)),
  };
}
