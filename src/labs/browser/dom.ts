import { startDom } from '../runtimes/dom/start.ts';
import { serve } from './serve.ts';

serve(async ({ page, wasm }) => {
  if (!(wasm instanceof ArrayBuffer) || typeof page !== 'string')
    throw new Error('The runtime came without its files');
  const runtime = await startDom(await WebAssembly.compile(wasm), page);
  return { ask: (question) => runtime.ask(question) };
});
