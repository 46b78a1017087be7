import { Page } from '#web/ui/layout/page.tsx';
import { CatalogueSkeleton } from './catalogue-skeleton.tsx';

/** The catalogue while it is on its way. */
export function PendingCatalogue() {
  return (
    <Page>
      <CatalogueSkeleton />
    </Page>
  );
}
