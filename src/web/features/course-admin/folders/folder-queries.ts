import { queryOptions } from '@tanstack/react-query';
import { isRunning } from '#domain/courses/folder-import';
import type { Api } from '#web/lib/api/api-client.ts';

const ASK_MS = 1000;

/** The import that was started last. Asked again while something works on it. */
export function folderImportQuery(api: Api) {
  return queryOptions({
    queryKey: ['admin', 'folder-import'],
    queryFn: async ({ signal }) => (await api.folders.getImport(undefined, { signal })).import,
    refetchInterval: ({ state }) => (state.data && isRunning(state.data.state) ? ASK_MS : false),
    staleTime: 0,
  });
}

/** Where a course or post is exported from. */
export function folderFile(id: string): string {
  return `/api/admin/courses/${id}/folder.zip`;
}

export const ALL_FOLDERS_FILE = '/api/admin/folders.zip';
