import type { Config } from '#server/config';

/** The address of the site: as it is configured, or on this machine when another port was bound. */
export function addressOf({ port, publicUrl }: Config, bound: number): string {
  return port === bound ? publicUrl : `http://localhost:${bound}`;
}
