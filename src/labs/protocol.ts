import type { LabFiles, LabSpec } from '#domain/labs/lab-spec';
import type { Compiled } from '#domain/labs/player';
import type { Answer, TimedQuestion } from '#domain/labs/question';
import type { Runner } from '#domain/labs/runners';

/**
 * Page ↔ document `/lab-runner` ↔ worker. The page makes an iframe (sandbox="allow-scripts", src="/lab-runner"), waits for its
 * load, posts 'lab' with one MessagePort as transfer, and waits for its `hello`. All else goes through that port. The frame relays: one
 * worker at a time, made of a bundle's text.
 */
export type ToRunner =
  /** Makes a worker (ending an earlier one) and gives it its assets; answered by `ready` or `broken`. */
  | { readonly type: 'start'; readonly bundle: string; readonly assets: Assets }
  /** Ends the worker at once; answered by `stopped`. */
  | { readonly type: 'stop' }
  | { readonly type: 'ask'; readonly id: number; readonly question: TimedQuestion }
  | {
      readonly type: 'compile';
      readonly id: number;
      readonly files: LabFiles;
      readonly typecheck: LabSpec['typecheck'];
    };

export type FromRunner =
  /** Once the frame has its port. */
  | { readonly type: 'hello' }
  /** Before `ready`: an asset that the worker made because it was not given it; the next worker takes it. */
  | { readonly type: 'made'; readonly name: string; readonly content: ArrayBuffer }
  | { readonly type: 'ready' }
  | { readonly type: 'broken'; readonly message: string }
  | { readonly type: 'stopped' }
  /** Before the answer to a program that runs live. */
  | { readonly type: 'printed'; readonly id: number; readonly text: string }
  | { readonly type: 'answer'; readonly id: number; readonly answer: Answer }
  | { readonly type: 'compiled'; readonly id: number; readonly compiled: Compiled };

/** Bytes are transferred, not copied. */
export type Assets = Readonly<Record<string, ArrayBuffer | string>>;

/**
 * `/lab-assets/manifest.json`, no longer kept than a page is open: what a bundle is made of. Files are served at
 * `/lab-assets/<file>`, for ever, as their names hold a hash of their content.
 */
export interface AssetManifest {
  /** Of every bundle together: page and server must agree on it. */
  readonly version: string;
  readonly bundles: Readonly<Partial<Record<BundleName, BundleFiles>>>;
}

/** One bundle for each engine, and the compiler of TypeScript. */
export type BundleName = 'quickjs' | 'dom' | 'types' | 'python' | 'sql' | 'shell';

/** Engines that start again with every `load`: each of their players may have the process or worker of the one before. */
export const RENEWED: ReadonlySet<BundleName> = new Set(['dom', 'sql', 'shell']);

export interface BundleFiles {
  readonly script: AssetFile;
  readonly assets: Readonly<Record<string, AssetFile>>;
  /** Assets that the first worker makes: by name, what each is kept as, which holds a hash of all it depends on. */
  readonly made?: Readonly<Record<string, string>>;
}

export interface AssetFile {
  readonly file: string;
  /** Of the file itself, and as it travels. */
  readonly bytes: number;
  readonly compressed: number;
  readonly text: boolean;
}

/** Which bundle plays a runner, and whether its files are compiled first. */
export const BUNDLE_OF: Readonly<
  Record<Runner, { readonly bundle: BundleName; readonly compiled: boolean }>
> = {
  javascript: { bundle: 'quickjs', compiled: true },
  http: { bundle: 'quickjs', compiled: true },
  dom: { bundle: 'dom', compiled: true },
  python: { bundle: 'python', compiled: false },
  sql: { bundle: 'sql', compiled: false },
  shell: { bundle: 'shell', compiled: false },
};
