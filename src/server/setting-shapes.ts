import { z } from 'zod';

/** A URL with one of these protocols; `example` is one that the message of a fault shows. */
export const url = (name: string, protocols: readonly string[], example: string) =>
  z
    .string()
    .refine((value) => isAddress(value, protocols), {
      error: `${name} must be a URL such as ${example}`,
    })
    .optional();

/** A whole number in digits; `example` is one that the message of a fault shows. */
export function wholeNumber(name: string, least: number, most: number, example: number) {
  const fault = `${name} must be a number from ${least} to ${most}, such as ${example}`;
  return z
    .string()
    .regex(/^\d{1,9}$/, fault)
    .transform(Number)
    .refine((value) => value >= least && value <= most, fault);
}

/** `on` or `off`. */
export const onOrOff = (name: string) => z.enum(['on', 'off'], `${name} must be on or off`);

function isAddress(value: string, protocols: readonly string[]): boolean {
  if (!URL.canParse(value)) return false;
  const { hostname, protocol } = new URL(value);
  // PostgreSQL alone can be reached without a host: through a socket.
  return protocols.includes(protocol) && (hostname !== '' || protocol.startsWith('postgres'));
}
