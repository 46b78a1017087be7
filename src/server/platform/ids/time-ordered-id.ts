import { randomUUID } from 'node:crypto';

/**
 * A random id that begins with a time (UUID version 7): in an index, what is written at one moment stands together, and is added
 * to the same few pages.
 */
export function timeOrderedId(at: Date): string {
  const time = at.getTime().toString(16).padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-7${randomUUID().slice(15)}`;
}
