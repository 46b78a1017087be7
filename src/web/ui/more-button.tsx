import type { ReactNode } from 'react';
import { Button } from './button.tsx';

interface MoreButtonProps {
  /** The list as `useInfiniteQuery` gives it. */
  list: { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => unknown };
  children: ReactNode;
}

/** Fetches the next part of a list below the part that is shown. Nothing at the end of the list. */
export function MoreButton({ children, list }: MoreButtonProps) {
  if (!list.hasNextPage) return null;
  return (
    <Button variant="secondary" wide busy={list.isFetchingNextPage} onClick={() => list.fetchNextPage()}>
      {children}
    </Button>
  );
}
