import { isContractProcedure } from '@orpc/contract';
import type { Plugin } from 'vite';
import { contract } from '#contract/contract';
import type { ProcedureMeta } from '#contract/procedure';

const NAME = 'virtual:contract-routes';
const LATE = 'virtual:late-contract-routes';
const VIRTUAL = new RegExp(`^(?:${NAME}|${LATE})$`);
const LOADED = /^\0virtual:(?:late-)?contract-routes$/;

type RouteTree = { [key: string]: RouteTree | [method: string, path: string] };

/** Areas whose public callers are pages that few visitors open: those of links in emails, and the one to log in. */
const SELDOM: ReadonlySet<string> = new Set(
  'address authors certificates invitations legal notifications passkeys publishing signIns teams'.split(' '),
);

/** And those that only a part calls that is itself fetched later. */
const SELDOM_CALLED: ReadonlySet<string> = new Set(
  'accounts.verifyEmail accounts.resendVerification accounts.forgotPassword accounts.resetPassword accounts.requestCode accounts.signInByCode accounts.verifyTwoFactor comments.list comments.replies reviews.list site.findPages site.landing'.split(
    ' ',
  ),
);

/** Method and path of the procedures of the contract, in the contract's own shape; late ones are left out, and areas of which nothing is left. */
export function contractRoutes(
  router: object = contract,
  isLate = (_meta: ProcedureMeta, _area: string, _name: string) => false,
  area?: string,
): RouteTree {
  return Object.fromEntries(
    Object.entries(router).flatMap(([name, value]): [string, RouteTree[string]][] => {
      if (!isContractProcedure(value)) {
        const routes = contractRoutes(value as object, isLate, area ?? name);
        return Object.keys(routes).length > 0 ? [[name, routes]] : [];
      }
      const { meta, route } = value['~orpc'];
      const { method, path } = route;
      if (!method || !path) throw new Error(`${name}: the contract gives no method or path`);
      return isLate(meta, area ?? name, name) ? [] : [[name, [method, path]]];
    }),
  );
}

/**
 * Gives the browser the addresses of the API without zod and without the contract's schemas; those that
 * only signed-in people or seldom pages call in a file of their own, which most visitors never download.
 */
export function contractRoutesPlugin(): Plugin {
  const isLate = ({ access }: ProcedureMeta, area: string, name: string) =>
    access !== 'public' || SELDOM.has(area) || SELDOM_CALLED.has(`${area}.${name}`);
  return {
    name: 'lectern:contract-routes',
    resolveId: { filter: { id: VIRTUAL }, handler: (id) => `\0${id}` },
    load: {
      filter: { id: LOADED },
      handler: (id) => {
        const routes = id.includes(LATE) ? contractRoutes() : contractRoutes(contract, isLate);
        return `export const routes = ${JSON.stringify(routes)};`;
      },
    },
  };
}
