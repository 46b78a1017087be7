import { contract } from '#contract/contract';
import type { Implementer } from '#server/implementer';
import type { Services } from '#server/services';
import { importRoutes } from './import-routes.ts';

type Group = keyof typeof contract;
type Routes = Parameters<Implementer['router']>[0];

/** What is the same of all groups; that a file has every procedure of its group is said by its own type, `RoutesOf`. */
interface LateGroup {
  lazy(load: () => Promise<{ default: object }>): object;
}
type MakeRoutes = (os: Implementer, services: Services) => object;

/**
 * The procedures of every group of the contract but those named, read when one of the group is called first: an idle
 * process stays small. Those of the group `bankTransfers` are `bankTransfersRoutes` in `bank-transfers-routes.ts`, in
 * whatever area.
 */
export function lateRoutes<Early extends Group>(
  os: Implementer,
  services: Services,
  early: readonly Early[],
): Omit<Routes, Early> {
  const groups = Object.keys(contract) as Group[];
  const late = groups.filter((group) => !early.some((name) => name === group));
  const load = async (group: Group) => {
    const file = await importRoutes(group.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`));
    const routes = file[`${group}Routes`] as MakeRoutes | undefined;
    if (!routes) throw new Error(`the file with the routes of ${group} does not export ${group}Routes`);
    return { default: routes(os, services) };
  };
  const entries = late.map((group) => [group, (os[group] as unknown as LateGroup).lazy(() => load(group))]);
  return Object.fromEntries(entries);
}
