import { z } from 'zod';

/** A page number from the address, first page 1. Deep paging ends where nobody looks any more. */
export const pageNumber = z.coerce.number().int().min(1).max(1000).default(1);

/** One page of a list, with how many there are in all. */
export function pageOf<Item extends z.ZodType>(item: Item) {
  return z.object({ items: z.array(item), total: z.int(), page: z.int(), pageSize: z.int() });
}

export const isoTime = z.iso.datetime({ offset: true });

/** Where the page before ended, as the server said it. */
export const cursor = z.string().max(1000).optional();
