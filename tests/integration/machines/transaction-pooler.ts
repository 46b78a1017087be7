import { createServer, type Socket } from 'node:net';
import pg from 'pg';

/** What a session of the database would hold beyond a transaction: it would be left to the next one who gets the connection. */
const SESSION_STATE =
  /\b(?:un)?listen\s+[\w"*]|(?:^|;)\s*set\s+(?!local\b|constraints\b|transaction\b)|pg_(?:try_)?advisory_lock\b|pg_(?:try_)?advisory_lock_shared\b|\b(?:create|into)\s+temp|\bwith hold\b|^\s*(?:prepare|deallocate|discard|load)\b|set_config\([^)]*,\s*false\s*\)/i;

export interface TransactionPooler {
  readonly port: number;
  /** Statements that rely on a session, and names of statements that were prepared. */
  readonly misused: readonly string[];
  stop(): Promise<void>;
}

interface Backend {
  readonly socket: Socket;
}

/**
 * Passes on to a database as PgBouncer does in its mode for transactions: a client gets one of few connections when it says
 * something, gives it back when the transaction has ended, and never finds there what it left. Nothing is reset in between,
 * settings that come with a connection are refused, and everybody gets in without a password.
 */
export async function startTransactionPooler(
  connection: pg.ClientConfig,
  size = 3,
): Promise<TransactionPooler> {
  const backends = await Promise.all(Array.from({ length: size }, () => openBackend(connection)));
  const pool = new Pool(backends);
  const misused: string[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    new Session(socket, pool, misused);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as { port: number }).port,
    misused,
    async stop() {
      for (const socket of sockets) socket.destroy();
      for (const { socket } of backends) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Lets the driver sign in, and takes the connection from it. */
async function openBackend(connection: pg.ClientConfig): Promise<Backend> {
  const client = new pg.Client(connection);
  client.on('error', () => undefined);
  await client.connect();
  const { stream: socket } = (client as unknown as { connection: { stream: Socket } }).connection;
  socket.removeAllListeners('data');
  return { socket };
}

/** Lends each connection to whoever has waited longest; the one that was used longest ago goes first. */
class Pool {
  readonly #free: Backend[];
  readonly #waiting: ((backend: Backend) => void)[] = [];

  constructor(backends: readonly Backend[]) {
    this.#free = [...backends];
  }

  take(): Promise<Backend> {
    const backend = this.#free.shift();
    return backend ? Promise.resolve(backend) : new Promise((resolve) => this.#waiting.push(resolve));
  }

  giveBack(backend: Backend): void {
    const next = this.#waiting.shift();
    if (next) next(backend);
    else this.#free.push(backend);
  }
}

/** One client. */
class Session {
  readonly #socket: Socket;
  readonly #pool: Pool;
  readonly #misused: string[];
  #isStarted = false;
  #isOver = false;
  #backend: Backend | undefined;
  /** Messages that wait for a connection. */
  #waiting: Buffer[] = [];
  #isTaking = false;
  /** Replies that end a query and have not come yet. */
  #open = 0;

  constructor(socket: Socket, pool: Pool, misused: string[]) {
    this.#socket = socket;
    this.#pool = pool;
    this.#misused = misused;
    const next = frames(
      (frame) => this.#hear(frame),
      () => this.#isStarted,
    );
    socket.on('data', next);
    socket.on('error', () => undefined);
    socket.on('close', () => this.#leave());
  }

  #hear(frame: Buffer): void {
    if (this.#isStarted) this.#relay(frame);
    else this.#start(frame);
  }

  #relay(frame: Buffer): void {
    const kind = String.fromCharCode(frame[0] ?? 0);
    if (kind === 'X') return;
    if (kind === 'Q' || kind === 'S') this.#open += 1;
    if (kind === 'Q') this.#look(frame.toString('utf8', 5, frame.length - 1));
    if (kind === 'P') {
      const end = frame.indexOf(0, 5);
      const name = frame.toString('utf8', 5, end);
      if (name) this.#misused.push(`prepared ${name}`);
      this.#look(frame.toString('utf8', end + 1, frame.indexOf(0, end + 1)));
    }
    void this.#pass(frame);
  }

  #start(frame: Buffer): void {
    const code = frame.readInt32BE(4);
    if (code === 80_877_103) {
      this.#socket.write('N');
      return;
    }
    if (code === 80_877_102) return;
    this.#isStarted = true;
    const words = frame.toString('utf8', 8).split('\0');
    const named = words.filter((_, index) => index % 2 === 0 && words[index] !== '');
    const known = [
      'user',
      'database',
      'client_encoding',
      'application_name',
      'DateStyle',
      'TimeZone',
      'replication',
    ];
    const refused = named.find((name) => !known.includes(name));
    if (refused) {
      const text = `SERROR\0C08P01\0Munsupported startup parameter: ${refused}\0\0`;
      this.#socket.end(message('E', Buffer.from(text)));
      return;
    }
    const parameter = (name: string, value: string) => message('S', Buffer.from(`${name}\0${value}\0`));
    const number = Buffer.alloc(8);
    // As its own number as no server has: they count from one.
    number.writeInt32BE(-1 - Math.floor(Math.random() * 1e9), 0);
    this.#socket.write(
      Buffer.concat([
        message('R', Buffer.alloc(4)),
        parameter('server_version', '18.0'),
        parameter('client_encoding', 'UTF8'),
        parameter('DateStyle', 'ISO, MDY'),
        message('K', number),
        message('Z', Buffer.from('I')),
      ]),
    );
  }

  #look(text: string): void {
    if (SESSION_STATE.test(text)) this.#misused.push(text);
  }

  async #pass(frame: Buffer): Promise<void> {
    if (this.#backend) {
      this.#backend.socket.write(frame);
      return;
    }
    this.#waiting.push(frame);
    if (this.#isTaking) return;
    this.#isTaking = true;
    const backend = await this.#pool.take();
    this.#isTaking = false;
    if (this.#isOver) return this.#pool.giveBack(backend);
    this.#backend = backend;
    const answer = frames(
      (reply) => this.#answer(reply),
      () => true,
    );
    backend.socket.on('data', answer);
    backend.socket.write(Buffer.concat(this.#waiting));
    this.#waiting = [];
  }

  #answer(reply: Buffer): void {
    this.#socket.write(reply);
    if (reply[0] !== 0x5a) return;
    this.#open -= 1;
    if (this.#open > 0 || String.fromCharCode(reply[5] ?? 0) !== 'I') return;
    this.#release();
  }

  #release(): void {
    const backend = this.#backend;
    if (!backend) return;
    this.#backend = undefined;
    backend.socket.removeAllListeners('data');
    this.#pool.giveBack(backend);
  }

  #leave(): void {
    this.#isOver = true;
    // One that leaves in the middle of a transaction takes its connection along.
    this.#backend?.socket.destroy();
  }
}

/** Cuts what arrives into messages; the first ones of a session have no letter. */
function frames(hear: (frame: Buffer) => void, hasLetter: () => boolean): (data: Buffer) => void {
  let rest: Buffer = Buffer.alloc(0);
  return (data) => {
    rest = rest.length === 0 ? data : Buffer.concat([rest, data]);
    for (;;) {
      const head = hasLetter() ? 1 : 0;
      if (rest.length < head + 4) return;
      const length = head + rest.readInt32BE(head);
      if (rest.length < length) return;
      const frame = rest.subarray(0, length);
      rest = rest.subarray(length);
      hear(frame);
    }
  };
}

function message(kind: string, body: Buffer): Buffer {
  const head = Buffer.alloc(5);
  head.write(kind, 0);
  head.writeInt32BE(body.length + 4, 1);
  return Buffer.concat([head, body]);
}
