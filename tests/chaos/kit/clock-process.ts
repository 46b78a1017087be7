/** Loaded into a server before its own code: its clock is wrong by as many ms as the file CLOCK_OFF says, read again all the time. */
import { existsSync, readFileSync } from 'node:fs';

const READ_EVERY_MS = 50;
const file = process.env.CLOCK_OFF ?? '';
let off = 0;

const read = (): void => {
  if (existsSync(file)) off = Number(readFileSync(file, 'utf8'));
};
read();
setInterval(read, READ_EVERY_MS).unref();

const TrueDate = Date;
globalThis.Date = class extends TrueDate {
  constructor(...given: [] | [number | string | Date]) {
    if (given.length === 0) super(TrueDate.now() + off);
    else super(...(given as [number]));
  }

  static override now(): number {
    return TrueDate.now() + off;
  }
} as DateConstructor;
