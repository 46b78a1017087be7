import type { PyodideAPI } from 'pyodide';
import type { Answer, Fault, Ran, TimedQuestion } from '#domain/labs/question';
import type { Runtime } from '../../runtime.ts';
import { GUEST } from './guest.ts';
import { HOST, memory, prepareRealm, seedChance, serveFiles } from './realm.ts';

const LONGEST_OUT = 65_536;
/** How long after an interrupt the next one comes, for code that goes on all the same. */
const AGAIN_MS = 250;
const SIGINT = 2;

export interface PythonParts {
  readonly wasm: WebAssembly.Module;
  /** Of Pyodide, or as `compileLibrary` writes it; a snapshot is good for the one that it was made with. */
  readonly stdlib: ArrayBuffer;
}

/** Python: CPython in WebAssembly, from a memory that `makeSnapshot` wrote, or from the beginning. */
export async function startPython(parts: PythonParts, snapshot?: ArrayBuffer): Promise<Runtime> {
  if (snapshot) return new Python(await loadPython(parts, { _loadSnapshot: snapshot }));
  const pyodide = await loadPython(parts);
  addGuest(pyodide);
  return new Python(pyodide);
}

/** The memory of a Python that has started; good for exactly these parts. Takes seconds. */
export async function makeSnapshot(parts: PythonParts): Promise<ArrayBuffer> {
  const pyodide = await loadPython(parts, { _makeSnapshot: true });
  addGuest(pyodide);
  return pyodide.makeMemorySnapshot().buffer as ArrayBuffer;
}

/** Also imports what beginners import most. */
export function addGuest(pyodide: PyodideAPI): void {
  pyodide.runPython(GUEST, { filename: 'lab' });
}

const chance = { again: () => {} };

/** Pyodide, with nothing of ours in it. */
export async function loadPython(
  { stdlib, wasm }: PythonParts,
  options: { _loadSnapshot?: ArrayBuffer; _makeSnapshot?: boolean } = {},
): Promise<PyodideAPI> {
  prepareRealm();
  Object.assign(chance, seedChance());
  // Where WebAssembly can't be instantiated, Pyodide itself waits for ever.
  const failed = Promise.withResolvers<never>();
  const end = serveFiles(wasm, { 'python_stdlib.zip': stdlib }, failed.reject);
  const { loadPyodide, version } = await import('pyodide');
  const { default: createPyodideModule } = await import('pyodide/pyodide.asm.mjs');
  const info = { arch: 'wasm32', platform: 'emscripten', version, python: '3.14.2', abi_version: '2026_0' };
  const started = loadPyodide({
    indexURL: HOST,
    packageBaseUrl: HOST,
    lockFileContents: JSON.stringify({ info, packages: {} }),
    createPyodideModule,
    jsglobals: Object.create(null),
    env: { HOME: '/work', TZ: 'UTC', PYTHONHASHSEED: '0', LANG: 'C.UTF-8' },
    stdout: () => {},
    stderr: () => {},
    ...options,
  });
  const pyodide = await Promise.race([started, failed.promise]);
  end();
  return pyodide;
}

class Output {
  readonly #decoder = new TextDecoder();
  #text = '';
  /** Hears what is written, as it is. */
  onWrite: ((text: string) => void) | undefined;

  write(bytes: Uint8Array): number {
    if (this.#text.length < LONGEST_OUT) {
      const text = this.#decoder.decode(bytes, { stream: true });
      this.#text += text;
      this.onWrite?.(text);
    }
    return bytes.length;
  }

  take(): string {
    const taken = (this.#text + this.#decoder.decode()).slice(0, LONGEST_OUT);
    this.#text = '';
    return taken;
  }
}

class Python implements Runtime {
  readonly #ask: (line: string) => string;
  readonly #out = new Output();
  readonly #errors = new Output();
  #until = Number.POSITIVE_INFINITY;
  #isLate = false;
  #isDead = false;

  constructor(pyodide: PyodideAPI) {
    pyodide.setStdout({ write: (bytes) => this.#out.write(bytes) });
    pyodide.setStderr({ write: (bytes) => this.#errors.write(bytes) });
    pyodide.setStdin({ stdin: () => null });
    this.#ask = pyodide.globals.get('_ask');
    pyodide.runPython('_close(); del _close, _ask');
    // Python looks here now and then for a signal: instead of one from outside it finds a clock.
    pyodide.setInterruptBuffer(
      Object.defineProperty([], 0, { get: () => this.#signal(), set: () => {} }) as unknown as Uint8Array,
    );
  }

  async ask({ ms, ...question }: TimedQuestion, onPrinted?: (text: string) => void): Promise<Answer> {
    if (this.#isDead) return { error: { name: 'Died', message: '' } };
    this.#until = Date.now() + ms;
    this.#isLate = false;
    memory.wasFull = false;
    chance.again();
    this.#out.onWrite = question.op === 'run' && question.live ? onPrinted : undefined;
    try {
      const answer = JSON.parse(this.#ask(JSON.stringify(question))) as Answer;
      return this.#report(question.op, answer);
    } catch (error) {
      // The machine itself broke: what it would answer from now on is worth nothing.
      this.#isDead = true;
      return { error: faultOf(error) };
    } finally {
      this.#until = Number.POSITIVE_INFINITY;
    }
  }

  #report(op: string, { error, value }: Answer): Answer {
    const out = this.#out.take();
    const stderr = this.#errors.take();
    if (error) return { error: this.#isLate ? { ...error, name: 'Timeout', message: '' } : error, out };
    if (op !== 'run') return { value, out };
    return { value: { ...(value as Ran), stderr }, out };
  }

  #signal(): number {
    const now = Date.now();
    if (now < this.#until) return 0;
    this.#until = now + AGAIN_MS;
    this.#isLate = true;
    return SIGINT;
  }
}

/** V8 ends what nests too deeply in CPython itself, and CPython may crash when it's out of memory. */
function faultOf(error: unknown): Fault {
  const isDeep = error instanceof RangeError && /call stack/i.test(error.message);
  if (memory.wasFull && !isDeep) return { name: 'OutOfMemory', message: '' };
  return { name: isDeep ? 'TooDeep' : 'Died', message: error instanceof Error ? error.message : '' };
}
