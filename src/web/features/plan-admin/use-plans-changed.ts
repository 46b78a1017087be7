import { useQueryClient } from '@tanstack/react-query';
import { planNames } from '#domain/site/plan-names';
import { useApi } from '#web/lib/session/session.ts';
import { keepSiteInfo, siteInfo } from '#web/lib/site-info.ts';

/** To be called when a plan was changed: lists are read again, and badges follow its name without a reload. */
export function usePlansChanged(): () => Promise<void> {
  const api = useApi();
  const queryClient = useQueryClient();
  return async () => {
    await queryClient.invalidateQueries({ queryKey: ['plans'] });
    // Where they can't be read now, the names come with the next page.
    const plans = await api.plans.list().catch(() => null);
    if (plans) keepSiteInfo(queryClient, { ...siteInfo(queryClient), tierNames: planNames(plans) });
  };
}
