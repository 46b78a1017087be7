import { ALLOWED, type Decision } from '../decision.ts';
import type { Viewer } from '../viewer.ts';
import type { ProcedureScope } from './scopes.ts';

/** May this viewer come here with what the request was made with? A session may come everywhere, a key where a scope of it opens. */
export function canUseKey(viewer: Viewer, scope: ProcedureScope): Decision {
  if (viewer.kind === 'visitor' || !viewer.key) return ALLOWED;
  if (scope === 'session-only') return { allowed: false, reason: 'session-required' };
  return viewer.key.scopes.includes(scope) ? ALLOWED : { allowed: false, reason: 'scope-required', scope };
}
