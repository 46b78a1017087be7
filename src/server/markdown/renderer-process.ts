import { toHtml } from './to-html.ts';

/** Run by render-markdown.ts as a process of its own: what it holds goes back to the machine when it ends. */
export interface RenderRequest {
  readonly id: number;
  readonly sources: readonly string[];
}
export type RenderReply =
  | { readonly id: number; readonly html: string[] }
  | { readonly id: number; readonly error: string };

process.on('message', async ({ id, sources }: RenderRequest) => {
  const reply = await render(sources).then(
    (html): RenderReply => ({ id, html }),
    (error: unknown): RenderReply => ({ id, error: error instanceof Error ? error.message : String(error) }),
  );
  process.send?.(reply);
});
process.on('disconnect', () => process.exit(0));

async function render(sources: readonly string[]): Promise<string[]> {
  const html: string[] = [];
  for (const source of sources) html.push(await toHtml(source));
  return html;
}
