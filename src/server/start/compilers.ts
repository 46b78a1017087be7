import { setFlagsFromString } from 'node:v8';

/** Has V8 compile what runs often; `main.ts` has begun without. */
export function startCompilers(): void {
  for (const name of ['sparkplug', 'maglev', 'opt']) setFlagsFromString(`--${name}`);
}
