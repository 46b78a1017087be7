import { useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';

interface PageOfList {
  readonly page: number;
  readonly pageSize: number;
  readonly total: number;
}

/**
 * The page of a list that is to be shown. None behind the last one, whose address may be an old one, or whose last row was
 * deleted: the address becomes that of the last page, once a list that is being read again still says so.
 */
export function useLastPage<List extends PageOfList>(
  list: List | undefined,
  isFetching: boolean,
): List | undefined {
  const navigate = useNavigate();
  const last = list ? Math.max(1, Math.ceil(list.total / list.pageSize)) : 1;
  const isBehind = list !== undefined && list.page > last;
  useEffect(() => {
    if (!isBehind || isFetching) return;
    void navigate({
      to: '.',
      search: ({ page: _behind, ...rest }) => (last > 1 ? { ...rest, page: last } : rest),
      replace: true,
      resetScroll: false,
    });
  }, [isBehind, isFetching, last, navigate]);
  return isBehind ? undefined : list;
}
