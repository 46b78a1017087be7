/** More would be a process of its own: 256 MB. */
const MAX_PAGES = 4096;

/** Whether a request for more memory was refused since this was last set to false. */
export const memory = { wasFull: false };

interface Realm {
  WorkerGlobalScope?: unknown;
  self?: unknown;
  location?: unknown;
  importScripts?: unknown;
  fetch?: unknown;
  WebSocket?: unknown;
  XMLHttpRequest?: unknown;
  crypto?: unknown;
}

function set(name: keyof Realm, value: unknown): void {
  Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });
}

/**
 * Makes the realm one that Pyodide takes for a module worker of a browser, its only way in that reaches nothing of the
 * host. The same in a page's worker and on the server, as is the end of the memory.
 */
export function prepareRealm(): void {
  const realm = globalThis as Realm;
  realm.WorkerGlobalScope ??= Object.defineProperty(() => {}, Symbol.hasInstance, { value: () => true });
  realm.self ??= globalThis;
  realm.location ??= HOST;
  // Pyodide refuses a classic worker, which it knows by this.
  set('importScripts', undefined);
  // Sockets of Python would be made of these; where there are none, a host is unreachable, as on the server.
  for (const name of ['fetch', 'WebSocket', 'XMLHttpRequest'] as const) set(name, undefined);
  const { grow } = WebAssembly.Memory.prototype;
  WebAssembly.Memory.prototype.grow = function (this: WebAssembly.Memory, pages) {
    if (this.buffer.byteLength / 65_536 + pages > MAX_PAGES) {
      memory.wasFull = true;
      throw new RangeError('out of memory');
    }
    return grow.call(this, pages);
  };
}

/** The address that Pyodide believes to be loaded from; nothing is there. */
export const HOST = 'https://lab.invalid/';

/** Answers with the given files, and instantiates the given module, until `end` is called. */
export function serveFiles(
  wasm: WebAssembly.Module,
  files: Readonly<Record<string, ArrayBuffer>>,
  onFailure: (error: unknown) => void,
): () => void {
  const { instantiateStreaming } = WebAssembly;
  set('fetch', async (address: unknown) => {
    const name = String(address).slice(HOST.length);
    const content = files[name];
    return { ok: name === WASM_FILE || content !== undefined, arrayBuffer: async () => content };
  });
  WebAssembly.instantiateStreaming = async (_response, imports) => {
    const instance = WebAssembly.instantiate(wasm, imports);
    instance.catch(onFailure);
    return { module: wasm, instance: await instance };
  };
  return () => {
    set('fetch', undefined);
    WebAssembly.instantiateStreaming = instantiateStreaming;
  };
}

export const WASM_FILE = 'pyodide.asm.wasm';

/** Chance that is the same each time: a check then finds the same in the page and on the server. */
export function seedChance(): { again(): void } {
  let state = SEED;
  const next = (): number => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return state & 255;
  };
  set('crypto', {
    getRandomValues: (view: Uint8Array) => {
      for (let at = 0; at < view.length; at += 1) view[at] = next();
      return view;
    },
  });
  return {
    again() {
      state = SEED;
    },
  };
}

const SEED = 20_260_101;
