import { startSql } from '../runtimes/sql/start.ts';
import { serve } from './serve.ts';

serve(async ({ cluster, files, wasm }) => {
  if (!(wasm instanceof ArrayBuffer && files instanceof ArrayBuffer && cluster instanceof ArrayBuffer))
    throw new Error('The runtime came without its files');
  const runtime = await startSql({ wasm: await WebAssembly.compile(wasm), files, cluster });
  return { ask: (question) => runtime.ask(question) };
});
