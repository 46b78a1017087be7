import type { Runtime } from '../../runtime.ts';
import { startQuickJs } from '../quickjs/start.ts';
import { askPage } from './page-world.ts';

/** JavaScript with a document: `script` is what the build makes of `guest/page.ts`. */
export function startDom(wasm: WebAssembly.Module, script: string): Promise<Runtime> {
  return startQuickJs(wasm, { script, ask: askPage });
}
