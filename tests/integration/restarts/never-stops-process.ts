import { stopOnSignal } from '#server/start/stop-on-signal';

/** A process of which a part never stops. */
stopOnSignal(() => new Promise<void>(() => undefined), 300);
setInterval(() => undefined, 1000);
process.stdout.write('ready\n');
