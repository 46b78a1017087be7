import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useApi } from '#web/lib/session/session.ts';

const TYPING_MS = 400;

/** What learners will see of the Markdown, made by the server as it is at save; '' until the first is there. */
export function useMarkdownPreview(markdown: string): string {
  const api = useApi();
  const [settled, setSettled] = useState(markdown);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(markdown), TYPING_MS);
    return () => clearTimeout(timer);
  }, [markdown]);
  const { data } = useQuery({
    queryKey: ['admin', 'preview', settled],
    queryFn: ({ signal }) => api.courses.preview({ content: settled }, { signal }),
    placeholderData: (previous) => previous,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000,
  });
  return data?.html ?? '';
}
