import { canAdminister } from '../can-administer.ts';
import { ALLOWED, type Decision } from '../decision.ts';
import type { Viewer } from '../viewer.ts';

/** May this viewer read a file that was handed in? Whoever handed it in, and who marks. */
export function canReadExamFile(viewer: Viewer, file: { readonly candidateId: string }): Decision {
  if (viewer.kind === 'member' && viewer.userId === file.candidateId) return ALLOWED;
  return canAdminister(viewer);
}
