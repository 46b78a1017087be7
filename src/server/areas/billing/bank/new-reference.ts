import { randomInt } from 'node:crypto';

/** No letter or digit that is easily taken for another one. */
const SIGNS = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';

/** What a member writes on a bank transfer, so that the school knows whose it is. Names nobody. */
export function newReference(): string {
  return `LT-${Array.from({ length: 8 }, () => SIGNS[randomInt(SIGNS.length)]).join('')}`;
}
