import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { reloadComments } from './queries.ts';

/** Seconds before the stream is opened again, the last one from then on (spec section 9). */
const DELAYS = [1, 2, 5, 10];
/** Several changes at once are read once. */
const GATHER_MS = 150;

/**
 * Reads the comments again whenever the server says that they changed; answers whether it would be told. A page that
 * nobody looks at is not connected: a browser opens only so many connections to one site.
 */
export function useLiveComments(courseId: string): boolean {
  const queryClient = useQueryClient();
  const [connected, setConnected] = useState(false);
  useEffect(() => {
    let stream: EventSource | undefined;
    let retry: ReturnType<typeof setTimeout> | undefined;
    let gather: ReturnType<typeof setTimeout> | undefined;
    let failures = 0;
    let missed = false;
    const reload = () => {
      gather ??= setTimeout(() => {
        gather = undefined;
        reloadComments(queryClient, courseId);
      }, GATHER_MS);
    };
    const close = () => {
      clearTimeout(retry);
      stream?.close();
      stream = undefined;
      setConnected(false);
    };
    const open = () => {
      close();
      if (document.hidden) return;
      const opened = new EventSource(`/api/comments/${courseId}/events`);
      stream = opened;
      opened.addEventListener('open', () => {
        failures = 0;
        setConnected(true);
        if (missed) reload();
        missed = false;
      });
      opened.addEventListener('change', reload);
      opened.addEventListener('error', () => {
        close();
        missed = true;
        retry = setTimeout(open, (DELAYS[Math.min(failures, DELAYS.length - 1)] ?? 10) * 1000);
        failures += 1;
      });
    };
    const onVisibility = () => {
      missed = true;
      if (document.hidden) close();
      else open();
    };
    open();
    document.addEventListener('visibilitychange', onVisibility);
    return () => {
      document.removeEventListener('visibilitychange', onVisibility);
      clearTimeout(gather);
      close();
    };
  }, [courseId, queryClient]);
  return connected;
}
