import type ts from 'typescript-js';
import type { LabFiles, LabSpec } from '#domain/labs/lab-spec';
import type { Compiled } from '#domain/labs/player';
import type { Diagnostic } from '#domain/labs/verdict';
import { LAB_GLOBALS } from './globals.ts';
import { PAGE_GLOBALS } from './page-globals.ts';

const GLOBALS = '/lab-globals.d.ts';
/** Of a lab with a page. */
const DOCUMENT = '/page-globals.d.ts';
const MAX_DIAGNOSTICS = 50;
export const LIBRARY = 'lib.es2023.d.ts';

/** Checks types and takes them away; no learner's code runs here. `libraries`: the text of `lib.*.d.ts` by name. */
export class Compiler {
  readonly #ts: typeof ts;
  readonly #texts: ReadonlyMap<string, string>;
  /** Libraries are parsed once. */
  readonly #parsed = new Map<string, ts.SourceFile>();

  constructor(typescript: typeof ts, libraries: Readonly<Record<string, string>>) {
    this.#ts = typescript;
    const texts = Object.entries(libraries).map(([name, text]) => [`/lib/${name}`, text] as const);
    this.#texts = new Map([...texts, [GLOBALS, LAB_GLOBALS], [DOCUMENT, PAGE_GLOBALS]]);
  }

  compile(files: LabFiles, typecheck: LabSpec['typecheck']): Compiled {
    const found = typecheck ? this.#check(files, typecheck === 'strict') : this.#syntax(files);
    const compiled = Object.entries(files).map(([path, text]) =>
      isTypeScript(path) ? [path.replace(/ts$/, 'js'), this.#transpile(path, text)] : [path, text],
    );
    return { files: Object.fromEntries(compiled), diagnostics: found.slice(0, MAX_DIAGNOSTICS) };
  }

  #transpile(path: string, text: string): string {
    return this.#ts.transpileModule(text, { fileName: path, compilerOptions: this.#options(true) })
      .outputText;
  }

  #options(strict: boolean): ts.CompilerOptions {
    const { ScriptTarget, ModuleKind, ModuleResolutionKind, ModuleDetectionKind } = this.#ts;
    return {
      target: ScriptTarget.ES2023,
      module: ModuleKind.ESNext,
      moduleResolution: ModuleResolutionKind.Bundler,
      moduleDetection: ModuleDetectionKind.Force,
      allowImportingTsExtensions: true,
      verbatimModuleSyntax: false,
      noEmit: true,
      allowJs: true,
      lib: [LIBRARY],
      types: [],
      strict,
      noUncheckedIndexedAccess: strict,
    };
  }

  #syntax(files: LabFiles): Diagnostic[] {
    return Object.entries(files).flatMap(([path, text]) => {
      if (!isTypeScript(path)) return [];
      const { diagnostics = [] } = this.#ts.transpileModule(text, {
        fileName: path,
        reportDiagnostics: true,
        compilerOptions: this.#options(false),
      });
      return diagnostics.flatMap((diagnostic) => this.#describe(diagnostic, path));
    });
  }

  #check(files: LabFiles, strict: boolean): Diagnostic[] {
    const own = new Map(Object.entries(files).map(([path, text]) => [`/${path}`, text]));
    const options = this.#options(strict);
    const roots = [...own.keys()].filter((path) => isTypeScript(path) || /\.m?js$/.test(path));
    const globals = [...own.keys()].some((path) => path.endsWith('.html')) ? [GLOBALS, DOCUMENT] : [GLOBALS];
    const program = this.#ts.createProgram([...globals, ...roots], options, this.#host(own));
    return this.#ts
      .getPreEmitDiagnostics(program)
      .flatMap((found) => this.#describe(found, found.file?.fileName.slice(1)));
  }

  #host(own: ReadonlyMap<string, string>): ts.CompilerHost {
    const read = (path: string) => own.get(path) ?? this.#texts.get(path);
    return {
      fileExists: (path) => read(path) !== undefined,
      readFile: read,
      directoryExists: (path) => path === '/' || [...own.keys()].some((file) => file.startsWith(`${path}/`)),
      getSourceFile: (path, options) => {
        const kept = own.has(path) ? undefined : this.#parsed.get(path);
        const text = read(path);
        if (kept || text === undefined) return kept;
        const source = this.#ts.createSourceFile(path, text, options);
        if (!own.has(path)) this.#parsed.set(path, source);
        return source;
      },
      getDefaultLibFileName: () => `/lib/${LIBRARY}`,
      getDefaultLibLocation: () => '/lib',
      getCurrentDirectory: () => '/',
      getCanonicalFileName: (path) => path,
      useCaseSensitiveFileNames: () => true,
      getNewLine: () => '\n',
      writeFile: () => {},
    };
  }

  #describe(found: ts.Diagnostic, path: string | undefined): Diagnostic[] {
    const message = this.#ts.flattenDiagnosticMessageText(found.messageText, '\n').slice(0, 1000);
    if (found.file === undefined || path === undefined || found.start === undefined)
      return [{ file: '', line: 1, column: 1, endLine: 1, endColumn: 1, message, code: found.code }];
    const from = found.file.getLineAndCharacterOfPosition(found.start);
    const to = found.file.getLineAndCharacterOfPosition(found.start + (found.length ?? 0));
    const place = { line: from.line + 1, column: from.character + 1 };
    return [
      { file: path, ...place, endLine: to.line + 1, endColumn: to.character + 1, message, code: found.code },
    ];
  }
}

function isTypeScript(path: string): boolean {
  return /(?<!\.d)\.m?ts$/.test(path);
}
