import type { z } from 'zod';
import { type publicBlock, storedLanding } from '#contract/administration/landing';
import type { Services } from '#server/services';

/** The blocks of the landing page that everybody sees, in their order. Open to everybody. */
export async function getLanding({
  settings,
}: Pick<Services, 'settings'>): Promise<{ blocks: z.output<typeof publicBlock>[] }> {
  const { blocks } = (await settings.current()).landing ?? storedLanding.parse({});
  return { blocks: blocks.filter(({ hidden }) => !hidden) };
}
