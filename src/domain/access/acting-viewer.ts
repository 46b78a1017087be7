import { isAdminScope, type ProcedureScope } from './people/scopes.ts';
import type { Viewer } from './viewer.ts';

/** The viewer as a procedure of this scope sees it: through a key, an administrator is one only where administrators work. */
export function actingViewer(viewer: Viewer, scope: ProcedureScope): Viewer {
  if (viewer.kind === 'visitor' || !viewer.key || !viewer.isAdmin) return viewer;
  return scope !== 'session-only' && isAdminScope(scope) ? viewer : { ...viewer, isAdmin: false };
}
