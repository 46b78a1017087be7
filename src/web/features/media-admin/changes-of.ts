/** Of what is said now, what differs from before: the rest stays as somebody else may have made it meanwhile. */
export function changesOf<Said extends object>(before: Said, now: Said): Partial<Said> {
  const names = Object.keys(now) as (keyof Said)[];
  const changed = names.filter((name) => JSON.stringify(now[name]) !== JSON.stringify(before[name]));
  return Object.fromEntries(changed.map((name) => [name, now[name]])) as Partial<Said>;
}
