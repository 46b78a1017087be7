import { isContractProcedure } from '@orpc/contract';
import type { Plugin } from 'vite';
import { contract } from '#contract/contract';

const NAME = 'virtual:contract-routes';
const RESOLVED = `\0${NAME}`;

type RouteTree = { [key: string]: RouteTree | [method: string, path: string] };

/** Method and path of every procedure of the contract, in the contract's own shape. */
export function contractRoutes(router: object = contract): RouteTree {
  return Object.fromEntries(
    Object.entries(router).map(([name, value]) => {
      if (!isContractProcedure(value)) return [name, contractRoutes(value as object)];
      const { method, path } = value['~orpc'].route;
      if (!method || !path) throw new Error(`${name}: the contract gives no method or path`);
      return [name, [method, path]];
    }),
  );
}

/** Gives the browser the addresses of the API without zod and without the contract's schemas. */
export function contractRoutesPlugin(): Plugin {
  return {
    name: 'lectern:contract-routes',
    resolveId: (id) => (id === NAME ? RESOLVED : null),
    load: (id) => (id === RESOLVED ? `export const routes = ${JSON.stringify(contractRoutes())};` : null),
  };
}
