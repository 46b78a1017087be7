import { useQueries } from '@tanstack/react-query';
import { useDeferredValue } from 'react';
import { useWatch } from 'react-hook-form';
import type { LandingBlock, LandingSettings, PublicBlock } from '#contract/administration/landing';
import { useApi } from '#web/lib/session/session.ts';
import { useSettled } from '#web/lib/use-settled.ts';

/** The blocks of the form as visitors will get them: without hidden ones, and with the texts rendered by the server. */
export function useShownBlocks(): readonly PublicBlock[] {
  const api = useApi();
  const blocks: readonly (LandingBlock | undefined)[] = useWatch<LandingSettings, 'blocks'>({
    name: 'blocks',
  });
  const shown = blocks.filter((block) => block !== undefined).filter(({ hidden }) => !hidden);
  const typed = shown.map((block) => (block.kind === 'text' ? block.markdown : null));
  const texts: readonly (string | null)[] = JSON.parse(useSettled(JSON.stringify(typed)));
  const rendered = useQueries({
    queries: texts.map((text) => ({
      queryKey: ['admin', 'preview', text ?? ''],
      queryFn: ({ signal }: { signal: AbortSignal }) =>
        api.courses.preview({ content: text ?? '' }, { signal }),
      enabled: Boolean(text?.trim()),
      // While it is rendered, the words from before stay.
      placeholderData: (previous: { html: string } | undefined) => previous,
      staleTime: Number.POSITIVE_INFINITY,
      gcTime: 60_000,
    })),
  });
  return useDeferredValue(
    shown.map((block, at) =>
      block.kind === 'text' ? { ...block, html: rendered[at]?.data?.html ?? '' } : block,
    ),
  );
}
