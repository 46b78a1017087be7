import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { ownPath } from '#domain/accounts/own-path';
import { m } from '#web/lib/messages.ts';
import { useApi } from '#web/lib/session/session.ts';
import { toast } from '#web/lib/toast.ts';
import { useTierName } from '#web/ui/badges/tier-badge.tsx';
import { useKeepBilled } from './use-keep-billed.ts';

/** Asks how a payment went; answers what is to be shown of it and where one is led, or null while it is not confirmed. */
export function useArrival(
  isTeam: boolean,
  from: string,
): (session: string) => Promise<(() => Promise<void>) | null> {
  const api = useApi();
  const queryClient = useQueryClient();
  const router = useRouter();
  const tierName = useTierName();
  const keepBilled = useKeepBilled();
  const own = async (session: string) => {
    const { billed, isConfirmed } = await api.billing.confirm({ session });
    if (!isConfirmed) return null;
    return async () => {
      toast({
        title: m.plans_updated(),
        description: m.plans_updated_text({ tier: tierName(billed.tier) }),
      });
      await keepBilled(billed);
      await router.navigate({ href: ownPath(from), replace: true });
    };
  };
  const team = async (session: string) => {
    const { isConfirmed } = await api.teams.confirm({ session });
    if (!isConfirmed) return null;
    return async () => {
      toast({ title: m.teams_bought(), description: m.teams_bought_text() });
      await queryClient.invalidateQueries({ queryKey: ['billing', 'teams'] });
      await router.navigate({ href: '/team', replace: true });
    };
  };
  return isTeam ? team : own;
}
