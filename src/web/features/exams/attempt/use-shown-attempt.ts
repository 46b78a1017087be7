import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { holdPage } from '#web/lib/saving/held-page.ts';
import { useApi } from '#web/lib/session/session.ts';
import { attemptQuery } from '../queries.ts';

/** The attempt that this page shows, and how to show another. From the moment it is started until it ends it holds the page. */
export function useShownAttempt() {
  const api = useApi();
  const queryClient = useQueryClient();
  const [shown, setShown] = useState<string | null>(null);
  // A session may end before the questions are drawn.
  const open = useRef<string>(null);
  useEffect(
    () =>
      holdPage(() => {
        if (open.current === null) return false;
        return !queryClient.getQueryData(attemptQuery(api, open.current).queryKey)?.result;
      }),
    [api, queryClient],
  );
  const show = useCallback((id: string | null) => {
    open.current = id;
    setShown(id);
  }, []);
  return [shown, show] as const;
}
