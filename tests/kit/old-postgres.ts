import { createServer, type Socket } from 'node:net';

/** A server that talks as PostgreSQL does and answers every question with one word: its version. */
export async function startOldPostgres(version: string): Promise<{ url: string; stop: () => void }> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    let isStarted = false;
    socket.on('error', () => undefined);
    socket.on('data', (data) => {
      if (!isStarted) {
        isStarted = true;
        socket.write(Buffer.concat([message('R', int(0)), message('Z', Buffer.from('I'))]));
      } else if (data.toString('latin1', 0, 1) === 'Q') socket.write(answer(version));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  const stop = () => {
    for (const socket of sockets) socket.destroy();
    server.close();
  };
  return { url: `postgres://somebody@127.0.0.1:${port}/school`, stop };
}

/** One row with one column of text. */
function answer(word: string): Buffer {
  const column = Buffer.concat([
    Buffer.from('server_version\0'),
    int(0),
    short(0),
    int(25),
    short(-1),
    int(-1),
    short(0),
  ]);
  return Buffer.concat([
    message('T', Buffer.concat([short(1), column])),
    message('D', Buffer.concat([short(1), int(word.length), Buffer.from(word)])),
    message('C', Buffer.from('SHOW\0')),
    message('Z', Buffer.from('I')),
  ]);
}

function message(kind: string, body: Buffer): Buffer {
  return Buffer.concat([Buffer.from(kind), int(body.length + 4), body]);
}

function int(value: number): Buffer {
  const buffer = Buffer.alloc(4);
  buffer.writeInt32BE(value);
  return buffer;
}

function short(value: number): Buffer {
  const buffer = Buffer.alloc(2);
  buffer.writeInt16BE(value);
  return buffer;
}
