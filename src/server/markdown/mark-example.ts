import type { Element } from 'hast';
import { exampleMark } from '#domain/labs/examples';

/**
 * What a block of code says about being run, as attributes of its `pre`: `data-run` or `data-setup`, each with the language.
 * The words come from the head of the block, which no HTML of an author reaches.
 */
export function markExample(code: Element, language: string): Record<string, string> {
  const words = (code.data as { meta?: unknown } | undefined)?.meta;
  const mark = typeof words === 'string' ? exampleMark(language, words) : undefined;
  if (mark === undefined) return {};
  return mark.kind === 'run' ? { dataRun: mark.language } : { dataSetup: mark.language };
}
