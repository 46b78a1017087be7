import type { QueryClient } from '@tanstack/react-query';
import { withoutSignatures } from '#web/lib/media/signatures.ts';
import { withSignaturesOf } from '#web/lib/media/signatures-of.ts';

/** Replies after which the same request can succeed. */
const PASSING: ReadonlySet<number> = new Set([408, 429]);

/** Whether the same request can succeed after such a reply. */
export function isPassing(status: number): boolean {
  return status >= 500 || PASSING.has(status);
}

/** What the address answers with; null where nothing comes. Of another host it is only known whether something does. */
export async function statusOf(src: string): Promise<number | null> {
  const reply = await fetch(src, { method: 'HEAD', mode: 'no-cors' }).catch(() => null);
  if (!reply) return null;
  return reply.type === 'opaque' ? 200 : reply.status;
}

/**
 * Reads once more what names a file, whose signature may have ended where nothing was read again meanwhile. Answers its
 * address as it is named then.
 */
export async function readAgain(queryClient: QueryClient, src: string): Promise<string> {
  const address = withoutSignatures(src);
  const textOf = ({ state }: { state: { data: unknown } }) => JSON.stringify(state.data) ?? '';
  const names = (query: { state: { data: unknown } }) => withoutSignatures(textOf(query)).includes(address);
  await queryClient.invalidateQueries({ predicate: names });
  const read = queryClient.getQueryCache().findAll({ type: 'active', predicate: names });
  return withSignaturesOf(read.map(textOf).join(), src);
}
