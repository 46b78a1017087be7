import { useQueryClient } from '@tanstack/react-query';
import type { PlanSettings } from '#contract/administration/plan-settings';
import { keepSiteInfo, siteInfo } from '#web/lib/site-info.ts';

/** Shows saved plan settings in this window at once: who may choose plans, and what the catalog lists. */
export function useFollowPlanSettings(): (saved: PlanSettings) => void {
  const queryClient = useQueryClient();
  return ({ freeChoice }) => {
    const { plansGiven: _former, ...info } = siteInfo(queryClient);
    keepSiteInfo(queryClient, {
      ...info,
      ...(!info.sellsPlans && !freeChoice && { plansGiven: true as const }),
    });
    queryClient.removeQueries({ queryKey: ['courses'] });
  };
}
