import { VISITOR } from '#domain/access/viewer';
import type { Services } from '#server/services';
import type { FoundViewer } from './open-scope.ts';
export async function findViewer(_services: Services, _cookies: string): Promise<FoundViewer> {
  return { viewer: VISITOR, setCookies: [] };
}
export function diskStorage(_dir: string): Services['storage'] {
  return { put: async () => undefined, get: async () => null, remove: async () => undefined };
}
