import pg from 'pg';

const ROUNDS = 3;

/**
 * Throws when a pooler lends the connections of this address to each transaction separately: nothing is heard there, and a lock is
 * left to whoever comes next. Poolers that keep one connection for each session pass.
 */
export async function demandDirect(connection: pg.ClientConfig): Promise<void> {
  const first = await open(connection);
  try {
    // A pooler tells each session a number of its own, a server the number of the process that answers.
    if ((await backendOf(first)) === numberOf(first)) return;
    const second = await open(connection);
    try {
      if (await isLentAnew(first, second))
        throw new Error(
          "DATABASE_URL is a connection pooler in transaction mode. Set DATABASE_DIRECT_URL to the database server's own address; if it is set, it leads to the pooler, too.",
        );
    } finally {
      await second.end();
    }
  } finally {
    await first.end();
  }
}

/** Whether one session meets several servers, or two open sessions meet the same one. */
async function isLentAnew(first: pg.Client, second: pg.Client): Promise<boolean> {
  const met = [new Set<unknown>(), new Set<unknown>()] as const;
  for (let round = 0; round < ROUNDS; round += 1) {
    met[0].add(await backendOf(first));
    met[1].add(await backendOf(second));
  }
  const [own, others] = met;
  return own.size > 1 || [...own].some((backend) => others.has(backend));
}

async function open(connection: pg.ClientConfig): Promise<pg.Client> {
  const client = new pg.Client(connection);
  client.on('error', () => undefined);
  await client.connect();
  return client;
}

async function backendOf(client: pg.Client): Promise<number | undefined> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  return rows[0]?.pid;
}

/** What the other side said when the session began. */
function numberOf(client: pg.Client): number | null {
  return (client as pg.Client & { readonly processID: number | null }).processID;
}
