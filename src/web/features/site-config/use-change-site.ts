import { useQueryClient } from '@tanstack/react-query';
import { keepSiteInfo, type SiteInfo, siteInfo } from '#web/lib/site-info.ts';

/** Shows saved settings in the page that saved them, too, without a reload. */
export function useChangeSite(): (changes: Partial<SiteInfo>) => void {
  const queryClient = useQueryClient();
  return (changes) => keepSiteInfo(queryClient, { ...siteInfo(queryClient), ...changes });
}
