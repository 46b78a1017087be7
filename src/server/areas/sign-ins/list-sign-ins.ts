import type { SignInWays } from '#contract/sign-ins';
import { signedIn } from '#server/areas/accounts/signed-in';
import { selectPasswordHash } from '#server/areas/accounts/sql';
import type { Caller, Services } from '#server/services';
import { selectLinks } from './sql.ts';

/** The own ways to sign in. */
export async function listSignIns(services: Services, caller: Caller): Promise<SignInWays> {
  const { userId } = signedIn(caller);
  const { kysely } = services.db;
  const [password, links] = await Promise.all([
    selectPasswordHash(kysely, userId),
    selectLinks(kysely, userId),
  ]);
  const offered = new Map([...services.signIns].map(([id, { issuer, name }]) => [issuer, { id, name }]));
  return {
    hasPassword: Boolean(password?.password),
    signIns: links.map(({ account_id, created_at, id, label, last_used_at, provider_id }) => ({
      id,
      service: offered.get(provider_id)?.name ?? new URL(provider_id).host,
      provider: offered.get(provider_id)?.id ?? null,
      label: label ?? account_id,
      linkedAt: created_at.toISOString(),
      lastUsedAt: last_used_at?.toISOString() ?? null,
    })),
  };
}
