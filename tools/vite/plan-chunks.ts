/** One file of the browser's code, as the plan sees it. */
export interface PlannedModule {
  readonly imports: readonly string[];
  /** What it fetches later, by `import()`. */
  readonly fetches: readonly string[];
  readonly bytes: number;
}

/** What one more file costs a page of few files, in bytes of source that it could download in its place. */
const FILE_BYTES = 12_000;
/** From this many files on, each further one costs a page more. */
const MANY_FILES = 10;

interface Options {
  /** Whether it stands in a file already, with all that it needs. */
  readonly isPlaced: (id: string) => boolean;
  /** How much a byte without need weighs on what begins with this module. */
  readonly weightOf: (id: string) => number;
  /** The name of what it is always fetched together with, of a module that is fetched later. */
  readonly companyOf: (id: string) => string | undefined;
  /** Whether a page fetches all that has company, too, as soon as it stands. */
  readonly fetchesCompany: (id: string) => boolean;
  /** Whether something names its file, so that nothing else may stand in it. */
  readonly isNamed: (id: string) => boolean;
}

/** Modules that stand in one file. */
interface Part {
  readonly ids: readonly string[];
  readonly bytes: number;
  /** The pages and later parts that begin with it, by number. */
  readonly users: Set<number>;
  /** What a byte without need costs all of them. */
  weight: number;
  /** The parts that it imports. */
  readonly needs: Set<Part>;
}

/** What a page or later part pays, by its number: for each byte that it has no use for, and for each file. */
interface Prices {
  readonly byte: readonly number[];
  readonly file: readonly number[];
}

/**
 * Says which modules that several pages share stand in one file, by the name of the file. What the same pages need stands
 * together; two such parts are put together as long as the requests that are saved are worth more than the bytes that some
 * page then downloads without need. What one page has for itself is left to the bundler.
 */
export function planChunks(
  modules: ReadonlyMap<string, PlannedModule>,
  { isPlaced, weightOf, companyOf, fetchesCompany, isNamed }: Options,
): Map<string, string> {
  const placed = new Set<string>();
  for (const id of modules.keys())
    if (isPlaced(id)) for (const needed of reachedFrom([id], modules, placed)) placed.add(needed);
  const fetched = new Set(
    [...modules.values()].flatMap(({ fetches }) => fetches).filter((id) => !placed.has(id)),
  );
  const begins = [...Map.groupBy(fetched, (id) => companyOf(id) ?? id).values()];
  const usersOf = new Map<string, number[]>();
  const company = [...fetched].filter((id) => companyOf(id));
  for (const [user, ids] of begins.entries())
    for (const id of reachedFrom(ids.some(fetchesCompany) ? [...ids, ...company] : ids, modules, placed)) {
      const users = usersOf.get(id);
      if (users) users.push(user);
      else usersOf.set(id, [user]);
    }
  const byte = begins.map(([first = '']) => weightOf(first));
  const isAlone = (id: string) =>
    fetched.has(id) && !companyOf(id) && (isNamed(id) || usersOf.get(id)?.length === 1);
  const all = partsOf(usersOf, { modules, isAlone, byte });
  const shared = [...all].filter(({ ids }) => !ids.some(isAlone));
  const filesOf = begins.map((_, user) => shared.filter(({ users }) => users.has(user)).length);
  const merged = mergeParts(shared, all, {
    byte,
    file: filesOf.map((files) => FILE_BYTES * Math.max(1, files / MANY_FILES)),
  });
  return new Map(
    merged.flatMap(({ ids }, index) => ids.map((id): [string, string] => [id, `part-${index}`])),
  );
}

/** All that modules need before they run, with themselves, without what is there already. */
function reachedFrom(
  from: readonly string[],
  modules: ReadonlyMap<string, PlannedModule>,
  known: ReadonlySet<string>,
): Set<string> {
  const found = new Set<string>();
  const open = [...from];
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    if (found.has(id) || known.has(id)) continue;
    found.add(id);
    open.push(...(modules.get(id)?.imports ?? []));
  }
  return found;
}

interface Graph {
  readonly modules: ReadonlyMap<string, PlannedModule>;
  /** Whether it begins a file, in which stands what only it needs. */
  readonly isAlone: (id: string) => boolean;
  readonly byte: readonly number[];
}

/** What the same pages need, a part each. */
function partsOf(
  usersOf: ReadonlyMap<string, readonly number[]>,
  { modules, isAlone, byte }: Graph,
): Set<Part> {
  const together = Map.groupBy(usersOf, ([id, users]) =>
    users.length > 1 && isAlone(id) ? id : users.join(),
  );
  const ownerOf = new Map<string, Part>();
  for (const members of together.values()) {
    const ids = members.map(([id]) => id);
    const part: Part = {
      ids,
      bytes: ids.reduce((sum, id) => sum + (modules.get(id)?.bytes ?? 0), 0),
      users: new Set(members[0]?.[1]),
      weight: weightOfUsers(members[0]?.[1] ?? [], byte),
      needs: new Set(),
    };
    for (const id of ids) ownerOf.set(id, part);
  }
  for (const [id, part] of ownerOf)
    for (const needed of modules.get(id)?.imports ?? []) {
      const owner = ownerOf.get(needed);
      if (owner && owner !== part) part.needs.add(owner);
    }
  return new Set(ownerOf.values());
}

/** The other part that a part would gain most by, and what it would gain. */
interface Partner {
  readonly part: Part;
  readonly gain: number;
}

interface Merging {
  readonly parts: Set<Part>;
  readonly prices: Prices;
  readonly partnerOf: Map<Part, Partner>;
  /** What can't stand in one file with a part. */
  readonly refused: Map<Part, Set<Part>>;
}

/** Puts the two parts together that gain most by it, as long as there are such. */
function mergeParts(shared: readonly Part[], all: Set<Part>, prices: Prices): Part[] {
  const merging: Merging = { parts: new Set(shared), prices, partnerOf: new Map(), refused: new Map() };
  const { parts, partnerOf, refused } = merging;
  for (const part of parts) findPartner(part, merging);
  for (let one = bestOf(partnerOf); one; one = bestOf(partnerOf)) {
    const partner = partnerOf.get(one);
    // What was chosen may stand in another part since.
    if (!partner || !parts.has(partner.part)) {
      findPartner(one, merging);
      continue;
    }
    const other = partner.part;
    if (canJoin(one, partner, prices)) {
      for (const part of [one, other]) {
        parts.delete(part);
        partnerOf.delete(part);
      }
      const both = putTogether(one, other, { all, byte: prices.byte });
      parts.add(both);
      findPartner(both, merging);
    } else {
      refused.set(one, (refused.get(one) ?? new Set()).add(other));
      refused.set(other, (refused.get(other) ?? new Set()).add(one));
      findPartner(one, merging);
      findPartner(other, merging);
    }
  }
  return [...parts];
}

function findPartner(part: Part, { parts, prices, partnerOf, refused }: Merging): void {
  partnerOf.delete(part);
  let most = 0;
  for (const other of parts) {
    if (other === part || refused.get(part)?.has(other)) continue;
    const gain = gainOf(part, other, prices);
    if (gain <= most) continue;
    most = gain;
    partnerOf.set(part, { part: other, gain });
  }
}

function bestOf(partnerOf: ReadonlyMap<Part, Partner>): Part | undefined {
  let best: Part | undefined;
  let most = 0;
  for (const [part, { gain }] of partnerOf) {
    if (gain <= most) continue;
    most = gain;
    best = part;
  }
  return best;
}

function canJoin(one: Part, { part: other, gain }: Partner, prices: Prices): boolean {
  if (needsAround(one, other) || needsAround(other, one)) return false;
  return gain > broughtAlong(one, other, prices) + broughtAlong(other, one, prices);
}

/** What is gained by two parts in one file: requests saved, less the bytes that pages get without need. */
function gainOf(one: Part, other: Part, { byte, file }: Prices): number {
  const [few, many] = one.users.size < other.users.size ? [one, other] : [other, one];
  let [saved, common] = [0, 0];
  for (const user of few.users)
    if (many.users.has(user)) {
      saved += file[user] ?? 0;
      common += byte[user] ?? 0;
    }
  if (saved === 0) return 0;
  return saved - (few.weight - common) * many.bytes - (many.weight - common) * few.bytes;
}

/** What it costs those who use only the first that the other brings what it needs itself. */
function broughtAlong(one: Part, other: Part, { byte, file }: Prices): number {
  let cost = 0;
  for (const needed of allNeeds(other))
    for (const user of one.users)
      if (!needed.users.has(user)) cost += (file[user] ?? 0) + (byte[user] ?? 0) * needed.bytes;
  return cost;
}

function allNeeds(part: Part): Set<Part> {
  const found = new Set<Part>();
  const open = [...part.needs];
  for (let needed = open.pop(); needed; needed = open.pop()) {
    if (found.has(needed)) continue;
    found.add(needed);
    open.push(...needed.needs);
  }
  return found;
}

function putTogether(
  one: Part,
  other: Part,
  { all, byte }: { readonly all: Set<Part>; readonly byte: readonly number[] },
): Part {
  const users = new Set([...one.users, ...other.users]);
  const both: Part = {
    ids: [...one.ids, ...other.ids],
    bytes: one.bytes + other.bytes,
    users,
    weight: weightOfUsers(users, byte),
    needs: new Set([...one.needs, ...other.needs]),
  };
  all.delete(one);
  all.delete(other);
  all.add(both);
  for (const { needs } of all) {
    const isNeeded = needs.delete(one);
    if (needs.delete(other) || isNeeded) needs.add(both);
  }
  both.needs.delete(both);
  for (const needed of allNeeds(both)) {
    for (const user of users) needed.users.add(user);
    needed.weight = weightOfUsers(needed.users, byte);
  }
  return both;
}

/** Whether a part needs the other by way of a third, so that both in one file would need that one and be needed by it. */
function needsAround(from: Part, to: Part): boolean {
  const seen = new Set<Part>();
  const open = [...from.needs].filter((part) => part !== to);
  for (let part = open.pop(); part; part = open.pop()) {
    if (part === to) return true;
    if (seen.has(part)) continue;
    seen.add(part);
    open.push(...part.needs);
  }
  return false;
}

function weightOfUsers(users: Iterable<number>, byte: readonly number[]): number {
  let sum = 0;
  for (const user of users) sum += byte[user] ?? 0;
  return sum;
}
