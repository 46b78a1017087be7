import { isAdminScope } from '#domain/access/people/scopes';
import type { Stated } from '#server/http/check-contract';
import type { Credential } from '../kit/credentials.ts';
import type { CallerName } from '../kit/school.ts';
import type { AccessCase, Cell, Outcome } from './access-objects.ts';

export interface Expectation {
  readonly outcome: Outcome;
  /** Refused before the procedure itself was reached. */
  readonly atGate: boolean;
}

/** What the declaration of a procedure and its line in the table say about one cell. */
export function expectationOf(
  { meta }: Stated,
  line: AccessCase,
  { key, who }: Credential,
  cell: Cell,
): Expectation {
  const refused = (outcome: Outcome) => ({ outcome, atGate: true });
  if (key === 'worthless') return refused('INVALID_KEY');
  if (key && meta.scope === 'session-only') return refused('SESSION_REQUIRED');
  if (key && !key.some((scope) => scope === meta.scope)) return refused('SCOPE_REQUIRED');
  const acting = key ? actingThroughKey(meta, who) : who;
  if (meta.access !== 'public' && acting === 'visitor') return refused('SIGN_IN_REQUIRED');
  if (meta.access === 'admin' && acting !== 'admin') return refused('ADMINISTRATOR_REQUIRED');
  const admitted = cell === 'deleted' ? (line.deleted ?? line.unknown) : line[cell];
  if (admitted === undefined || admitted === 'never') throw new Error(`the table says nothing about ${cell}`);
  return { outcome: typeof admitted === 'function' ? admitted(acting) : admitted, atGate: false };
}

/** The administrator of the school has the tier free, and is one through scopes of administrators only. */
function actingThroughKey({ scope }: Stated['meta'], who: CallerName): CallerName {
  if (who !== 'admin' || !scope || scope === 'session-only') return who;
  return isAdminScope(scope) ? 'admin' : 'free';
}
