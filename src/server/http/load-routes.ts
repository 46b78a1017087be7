import { readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { contract } from '#contract/contract';
import type { Implementer } from '#server/implementer';
import type { Services } from '#server/services';

type Group = keyof typeof contract;
type Routes = Parameters<Implementer['router']>[0];

/** What is the same of all groups; that a file has every procedure of its group is said by its own type, `RoutesOf`. */
interface LateGroup {
  lazy(load: () => Promise<{ default: object }>): object;
}
type MakeRoutes = (os: Implementer, services: Services) => object;

const AREAS = join(import.meta.dirname, '..', 'areas');
const ENDING = '-routes.ts';
let files: ReadonlyMap<string, string> | undefined;

/**
 * The procedures of every group of the contract but those named, read when one of the group is called first: an idle
 * process stays small. Those of the group `bankTransfers` are `bankTransfersRoutes`
 * in `bank-transfers-routes.ts`, in whatever area.
 */
export function lateRoutes<Early extends Group>(
  os: Implementer,
  services: Services,
  early: readonly Early[],
): Omit<Routes, Early> {
  const groups = Object.keys(contract) as Group[];
  const late = groups.filter((group) => !early.some((name) => name === group));
  const load = async (group: Group) => {
    const file: Readonly<Record<string, MakeRoutes>> = await import(fileOf(group));
    const routes = file[`${group}Routes`];
    if (!routes) throw new Error(`${fileOf(group)} does not export ${group}Routes`);
    return { default: routes(os, services) };
  };
  const entries = late.map((group) => [group, (os[group] as unknown as LateGroup).lazy(() => load(group))]);
  return Object.fromEntries(entries);
}

function fileOf(group: Group): string {
  files ??= new Map(
    readdirSync(AREAS, { encoding: 'utf8', recursive: true })
      .filter((file) => file.endsWith(ENDING))
      .map((file) => [basename(file, ENDING), file]),
  );
  const name = group.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  const file = files.get(name);
  if (!file) throw new Error(`no ${name}${ENDING} in src/server/areas: the contract has the group ${group}`);
  return join(AREAS, file);
}
