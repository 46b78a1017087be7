import { exportTable } from '../runtimes/quickjs/export-table.ts';
import { startQuickJs } from '../runtimes/quickjs/start.ts';
import { serve } from './serve.ts';

serve(async ({ wasm }) => {
  if (!(wasm instanceof ArrayBuffer)) throw new Error('The runtime came without its WebAssembly');
  const runtime = await startQuickJs(await WebAssembly.compile(exportTable(wasm)));
  return { ask: (question) => runtime.ask(question) };
});
