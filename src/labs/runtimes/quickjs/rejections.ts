import {
  type JSContextPointer,
  type JSRuntimePointer,
  type JSValuePointer,
  Lifetime,
  type QuickJSContext,
  type QuickJSEmscriptenModule,
  type QuickJSFFI,
  type QuickJSHandle,
  type QuickJSRuntime,
} from 'quickjs-emscripten-core';
import { TABLE } from './export-table.ts';

/** Where a runtime of QuickJS keeps the function that is told of rejections, in bytes. */
const TRACKER_AT = 180;
const VALUE_BYTES = 8;
/** A module that imports and exports one function (i32, i64, i64, i32, i32): a table takes no other of JavaScript. */
const PASSES_ON = Uint8Array.of(
  ...[0, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
  ...[1, 9, 1, 0x60, 5, 0x7f, 0x7e, 0x7e, 0x7f, 0x7f, 0],
  ...[2, 7, 1, 1, 0x65, 1, 0x66, 0, 0],
  ...[7, 5, 1, 1, 0x66, 0, 0],
);

/**
 * The promises that were rejected and that nothing has handled. QuickJS tells of them, which the library doesn't offer;
 * the promise of an async function is known to nothing else (docs/decisions/0310).
 */
export class Rejections {
  /** Held until they are handled: no other promise takes their place in the memory, and the reason stays. */
  readonly #unhandled = new Map<bigint, { readonly world: JSContextPointer; readonly at: JSValuePointer }>();

  constructor(runtime: QuickJSRuntime, { exports }: WebAssembly.Instance, memory: WebAssembly.Memory) {
    const { ffi, module, rt } = insidesOf(runtime);
    const slot = module._malloc(VALUE_BYTES) as JSValuePointer;
    const hear = (world: JSContextPointer, promise: bigint, _reason: bigint, isHandled: number) => {
      const known = this.#unhandled.get(promise);
      this.#unhandled.delete(promise);
      if (known) ffi.QTS_FreeValuePointer(world, known.at);
      if (isHandled) return;
      new DataView(memory.buffer).setBigInt64(slot, promise, true);
      const at = ffi.QTS_DupValuePointer(world, slot);
      // There is none when the memory is full, which ends the program anyway.
      if (at) this.#unhandled.set(promise, { world, at });
    };
    const { exports: passing } = new WebAssembly.Instance(new WebAssembly.Module(PASSES_ON), {
      e: { f: hear },
    });
    const table = exports[TABLE];
    if (!(table instanceof WebAssembly.Table)) throw new Error('The engine came without its table');
    const place = table.grow(1);
    table.set(place, passing.f);
    new DataView(memory.buffer).setInt32(rt.value + TRACKER_AT, place, true);
  }

  /** The reason of the first one in a world. */
  firstOf(context: QuickJSContext): QuickJSHandle | undefined {
    const world = worldOf(context);
    const first = [...this.#unhandled.values()].find((each) => each.world === world);
    if (!first) return undefined;
    const state = context.getPromiseState(
      new Lifetime<JSValuePointer, JSValuePointer, QuickJSRuntime>(first.at),
    );
    return state.type === 'rejected' ? state.error : undefined;
  }
}

interface Insides {
  readonly ffi: QuickJSFFI;
  readonly module: QuickJSEmscriptenModule;
  readonly rt: Lifetime<JSRuntimePointer>;
}

/** What the library keeps `protected`: these fields are there in the version that package.json names. */
function insidesOf(runtime: QuickJSRuntime): Insides {
  return runtime as unknown as Insides;
}

/** As `insidesOf`. */
function worldOf(context: QuickJSContext): JSContextPointer {
  return (context as unknown as { readonly ctx: Lifetime<JSContextPointer> }).ctx.value;
}
