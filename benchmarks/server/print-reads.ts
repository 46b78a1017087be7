import { type Call, isAbove, timesBare } from '../load.ts';

export interface Case {
  readonly name: string;
  /** Most CPU ms per request; null: only reported. */
  readonly limit: number | null;
  readonly requests: number;
  readonly callers: number;
  readonly call: (index: number) => Call;
}

interface Figures {
  first: number;
  later: number;
  memory: { rss: number; pss: number };
  /** By the names of the cases, `bare`, and `select`. */
  small: Map<string, number>;
  large: Map<string, number>;
  cases: readonly Case[];
}

/** Prints the figures; answers how many are over their limit. */
export function print({ cases, first, large, later, memory, small }: Figures): number {
  let over = 0;
  const of = (figures: Map<string, number>, name: string) => figures.get(name) ?? Number.NaN;
  const [bare, select] = [of(small, 'bare'), of(small, 'select')];
  const check = (isOver: boolean) => {
    if (isOver) over += 1;
    return isOver ? '!!' : 'ok';
  };
  console.log(`\n${check(first > 4000)} first start to /readyz      ${first.toFixed(0)} ms (limit 4000)`);
  console.log(`${check(later > 1000)} later start to /readyz      ${later.toFixed(0)} ms (limit 1000)`);
  console.log(
    `${check(memory.rss > 120)} memory of our process, idle ${memory.rss.toFixed(0)} MiB RSS, ${memory.pss.toFixed(0)} MiB PSS (limit 120)`,
  );
  console.log(
    `\nCPU ms per request, all our processes   limits of this machine: node:http ${bare.toFixed(4)} and ${of(large, 'bare').toFixed(4)}, with one select ${select.toFixed(4)}`,
  );
  console.log(
    '                        50 courses   x bare  x select   10,000 courses   growth  growth x bare',
  );
  for (const { limit, name } of cases) {
    const [cost, grown] = [of(small, name), of(large, name)];
    // Beside bare node:http of the same minutes: what else the machine has to do is in both.
    const growth = grown / of(large, 'bare') / (cost / bare);
    const isOver = limit !== null && (isAbove(cost, limit, bare) || !(growth <= 1.5));
    const mark = limit === null ? '  ' : check(isOver);
    const columns = [
      cost.toFixed(4).padStart(10),
      (cost / bare).toFixed(1).padStart(8),
      (cost / select).toFixed(1).padStart(9),
      grown.toFixed(4).padStart(16),
      `${(grown / cost).toFixed(2)} x`.padStart(8),
      `${growth.toFixed(2)} x`.padStart(14),
    ];
    console.log(
      `${mark} ${name.padEnd(20)}${columns.join(' ')}${limit === null ? '' : `   (limit ${limit} ms or ${timesBare(limit).toFixed(1)} x bare, 1.5 x)`}`,
    );
  }
  return over;
}
