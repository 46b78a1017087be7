import type { AnyContractRouter } from '@orpc/contract';
import { traverseContractProcedures } from '@orpc/server';
import type { ProcedureMeta } from '#contract/procedure';

/** One procedure as the contract states it. */
export interface Stated {
  /** "courses.get" */
  readonly name: string;
  readonly method: string;
  /** "/courses/{slug}" */
  readonly path: string;
  readonly meta: ProcedureMeta;
  readonly inputSchema: unknown;
  readonly outputSchema: unknown;
}

/** Every procedure of the contract. Throws when one does not declare what nothing may start without. */
export function statedProcedures(router: AnyContractRouter): Stated[] {
  const stated: Stated[] = [];
  traverseContractProcedures({ router, path: [] }, ({ contract, path }) => {
    const name = path.join('.');
    const { inputSchema, meta, outputSchema, route } = contract['~orpc'];
    const { access, scope } = meta as ProcedureMeta;
    if (!access) throw new Error(`no access declared: ${name}`);
    if (!scope)
      throw new Error(
        `no scope declared: ${name}; add .meta({ scope: 'session-only' }), or the scope of domain/access/scopes.ts whose keys may call it`,
      );
    if (!outputSchema) throw new Error(`no output declared: ${name}`);
    if (!route.method || !route.path) throw new Error(`no method or path declared: ${name}`);
    stated.push({ name, method: route.method, path: route.path, meta, inputSchema, outputSchema });
  });
  return stated;
}
