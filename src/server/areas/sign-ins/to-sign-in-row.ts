import type { SignInRow } from '#contract/accounts/sign-ins';
import type { Services } from '#server/services';
import type { selectLinks } from './sql.ts';

type Link = Awaited<ReturnType<typeof selectLinks>>[number];

/** A linked service as people see it: by the name it has here, or its address when the school no longer uses it. */
export function toSignInRow({ signIns }: Pick<Services, 'signIns'>, link: Link): SignInRow {
  const { account_id, created_at, id, label, last_used_at, provider_id } = link;
  const [provider, offered] = [...signIns].find(([, { issuer }]) => issuer === provider_id) ?? [null];
  return {
    id,
    service: offered?.name ?? new URL(provider_id).host,
    provider,
    label: label ?? account_id,
    linkedAt: created_at.toISOString(),
    lastUsedAt: last_used_at?.toISOString() ?? null,
  };
}
