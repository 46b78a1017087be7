import { useSuspenseQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { CustomPage, PageMissing } from '#web/features/site/custom/custom-page.tsx';
import { customPageQuery, loadPage } from '#web/features/site/custom/load-page.ts';
import { useApi } from '#web/lib/session/session.ts';

export { loadPage, PageMissing };

/** A page that the school added; its own route knows nothing that the first page would have to download. */
export function Custom() {
  const { slug } = useParams({ from: '/pages/$slug' });
  const { data: page } = useSuspenseQuery(customPageQuery(useApi(), slug));
  return page?.access === 'open' ? <CustomPage page={page} /> : <PageMissing />;
}
