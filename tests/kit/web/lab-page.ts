import { vi } from 'vitest';
import type { AssetManifest, BundleName, FromRunner, ToRunner } from '#labs/protocol';

type Point = 'file' | 'frame' | 'greeting' | 'worker';

const script = { file: 'lab-1.js', bytes: 6, compressed: 3, text: true };
const MANIFEST: AssetManifest = {
  version: '1',
  bundles: { quickjs: { script, assets: {} }, shell: { script, assets: {} } } satisfies Partial<
    Record<BundleName, unknown>
  >,
};

/**
 * A page without a browser, in which frames of labs can be loaded. `standing`: those that were not removed; `reach` is called
 * at each point of loading one, and answers whether to stay there.
 */
export function openLabPage() {
  const standing = new Set<object>();
  const ports: MessagePort[] = [];
  const page = { standing, reach: (_: Point): unknown => undefined, close };
  const makeFrame = () => {
    const frame = {
      setAttribute: () => undefined,
      remove: () => void standing.delete(frame),
      onload: () => undefined,
      contentWindow: {
        postMessage: (_: string, __: string, [port]: MessagePort[]) => port && meet(port),
      },
    };
    return frame;
  };
  const meet = (port: MessagePort) => {
    ports.push(port);
    const say = (message: FromRunner) => port.postMessage(message);
    port.onmessage = ({ data }: MessageEvent<ToRunner>) => {
      if (data.type === 'start' && !page.reach('worker')) say({ type: 'ready' });
    };
    if (!page.reach('greeting')) say({ type: 'hello' });
  };
  const append = (frame: ReturnType<typeof makeFrame>) => {
    standing.add(frame);
    if (!page.reach('frame')) queueMicrotask(() => frame.onload());
  };
  function close() {
    for (const port of ports) port.close();
    vi.unstubAllGlobals();
  }
  vi.stubGlobal('document', { createElement: makeFrame, body: { append } });
  vi.stubGlobal('fetch', async (path: string) => {
    if (path.endsWith('manifest.json')) return Response.json(MANIFEST);
    page.reach('file');
    return new Response('script');
  });
  return page;
}
