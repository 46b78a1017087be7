import { useQuery } from '@tanstack/react-query';
import { useApi } from '#web/lib/session/session.ts';
import { statusQuery } from '../publishing/status-queries.ts';

/** Whether a course or post has a live text that changes can wait beside. What is a draft itself has no readers. */
export function useTakesDraft(id: string | null): boolean {
  const { data } = useQuery({ ...statusQuery(useApi(), id ?? ''), enabled: id !== null });
  return data !== undefined && data.state !== 'draft';
}
