import type { QueryClient } from '@tanstack/react-query';
import { redirect } from '@tanstack/react-router';
import type { User } from '#contract/accounts/accounts';
import { SECURITY_PATH } from '#domain/accounts/profile-paths';
import type { Api } from '../api/api-client.ts';
import { siteInfo } from '../site-info.ts';
import { sessionQuery } from './session.ts';

interface Visit {
  readonly context: { readonly api: Api; readonly queryClient: QueryClient };
  readonly location: { readonly href: string };
}

/** For `beforeLoad` of a page that needs a signed-in person: others go to /login and come back afterwards. */
export async function requireMember({ context, location }: Visit): Promise<{ user: User }> {
  const { ended, user } = await context.queryClient.ensureQueryData(sessionQuery(context.api));
  if (!user || ended) throw redirect({ href: `/login?redirect=${encodeURIComponent(location.href)}` });
  return { user };
}

/** For administrators' pages: members go to /dashboard, visitors to /login (spec section 2). */
export async function requireAdmin(visit: Visit): Promise<{ user: User }> {
  const { user } = await requireMember(visit);
  if (user.role !== 'admin') throw redirect({ href: '/dashboard' });
  // The server refuses every call of theirs until then; here it is said where to go.
  const { twoFactorForAdministrators } = siteInfo(visit.context.queryClient);
  if (twoFactorForAdministrators && !user.twoFactorEnabled) throw redirect({ href: SECURITY_PATH });
  return { user };
}

/** For /login and /register: who is signed in already goes to /dashboard. */
export async function requireVisitor({ context }: Pick<Visit, 'context'>): Promise<void> {
  const { ended, user } = await context.queryClient.ensureQueryData(sessionQuery(context.api));
  if (user && !ended) throw redirect({ href: '/dashboard' });
}
