import { makeSnapshot, startPython } from '../runtimes/python/start.ts';
import { serve } from './serve.ts';

serve(async ({ snapshot, stdlib, wasm }, keep) => {
  if (!(wasm instanceof ArrayBuffer && stdlib instanceof ArrayBuffer))
    throw new Error('The runtime came without its files');
  const parts = { wasm: await WebAssembly.compile(wasm), stdlib };
  const isKept = snapshot instanceof ArrayBuffer;
  const memory = isKept ? snapshot : await makeSnapshot(parts);
  // Sent before anything of the learner has run.
  if (!isKept) keep('snapshot', memory);
  const runtime = await startPython(parts, memory);
  return { ask: (question, onPrinted) => runtime.ask(question, onPrinted) };
});
