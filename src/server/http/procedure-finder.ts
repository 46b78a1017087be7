import { contract } from '#contract/contract';
import { type Stated, statedProcedures } from './check-contract.ts';

/** The procedures of the contract at an address below /api, with their methods. */
export type FindProcedures = (path: string) => readonly Stated[];

export function procedureFinder(): FindProcedures {
  const known = statedProcedures(contract).map((stated) => ({
    stated,
    pattern: new RegExp(`^/api${stated.path.replace(/\{\w+\}/g, '[^/]+')}/?$`),
  }));
  return (path) => known.filter(({ pattern }) => pattern.test(path)).map(({ stated }) => stated);
}
