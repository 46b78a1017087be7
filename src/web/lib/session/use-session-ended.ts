import { useQuery } from '@tanstack/react-query';
import { sessionQuery, useApi } from './session.ts';

/** Whether the session ended while the page is held: nothing can be saved before its person signs in again. */
export function useSessionEnded(): boolean {
  return useQuery(sessionQuery(useApi())).data?.ended === true;
}
