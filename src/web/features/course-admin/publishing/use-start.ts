import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import type { Start } from '#contract/courses/course-form';
import { useApi } from '#web/lib/session/session.ts';
import { startsAsDraftQuery } from './status-queries.ts';

/** What a new course or post starts as: by the button that was pressed, else as the school has set. */
export function useStart() {
  const { data: isDraft } = useQuery(startsAsDraftQuery(useApi()));
  const chosen = useRef<Start>({});
  const starts = isDraft === undefined ? null : isDraft ? ('draft' as const) : ('published' as const);
  return {
    props: {
      starts,
      onStart: (start: Start) => {
        chosen.current = start;
      },
    },
    /** For the call that creates it. */
    input: (): Start => chosen.current,
  };
}
