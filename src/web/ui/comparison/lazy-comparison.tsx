import { lazy, Suspense } from 'react';
import { LoadingState } from '#web/ui/feedback/loading-state.tsx';

const Comparison = lazy(() => import('./comparison.tsx').then((loaded) => ({ default: loaded.Comparison })));

/** The comparison with what it needs, which is fetched when the first one is shown. */
export function LazyComparison(props: { from: string; to: string; label: string }) {
  return (
    <Suspense fallback={<LoadingState inline />}>
      <Comparison {...props} />
    </Suspense>
  );
}
