/** Opens many connections to a port and holds them, each with half a request: crowd-process.ts PORT COUNT. */
import { connect } from 'node:net';

const [port = 0, count = 0] = process.argv.slice(2).map(Number);
const AT_ONCE = 200;
let open = 0;
let begun = 0;

function begin(): void {
  if (begun >= count) return;
  begun += 1;
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => undefined);
  socket.once('connect', () => {
    open += 1;
    if (open === count) process.stdout.write(`open ${open}\n`);
    begin();
  });
}

for (let turn = 0; turn < AT_ONCE; turn += 1) begin();
