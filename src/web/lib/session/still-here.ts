import { type AnyRouter, useRouter } from '@tanstack/react-router';
import { useCallback } from 'react';

/** Notes where one is; what it answers says later whether one is still there, and not on the way elsewhere. */
export function noteVisit(router: AnyRouter): () => boolean {
  const visit = () => {
    const { pathname, state } = router.latestLocation;
    // Who left and came back is at another entry of the history.
    return `${state.__TSR_index} ${pathname}`;
  };
  const noted = visit();
  return () => visit() === noted;
}

/** For what leads on after a save: note the visit before it, so that who went elsewhere meanwhile is not pulled back. */
export function useNoteVisit(): () => () => boolean {
  const router = useRouter();
  return useCallback(() => noteVisit(router), [router]);
}
