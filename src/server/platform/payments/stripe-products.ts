const PREFIX = 'lectern_';

/** The product of a plan: all its prices are of it. */
export const productOf = (plan: string): string => `${PREFIX}${plan}`;

/** The plan of a product; undefined: it is something else that the school sells. */
export function planOf(product: string): string | undefined {
  return product.startsWith(PREFIX) ? product.slice(PREFIX.length) : undefined;
}
