import { unzipSync, zipSync } from 'fflate';
import { addGuest, loadPython, type PythonParts } from './start.ts';

const PLACE = '/lib/python314.zip/';
/** Python imports this module by itself, before nearly everything else. */
const HOOK = 'sitecustomize.py';
/** Keeps each module of the library that is compiled, as the file that Python would have written for it. */
const KEEP = `
import zipimport
_compiled = {}
def _keep(compile_source, compiled):
    def keeping(path, source):
        code = compiled[path] = compile_source(path, source)
        return code
    return keeping
zipimport._compile_source = _keep(zipimport._compile_source, _compiled)
`;
const WRITE = `
import importlib.util, marshal, os, sitecustomize
# Never compared with a source: there is none beside it.
head = importlib.util.MAGIC_NUMBER + (1).to_bytes(4, 'little') + bytes(8)
os.mkdir('/compiled')
for number, (path, code) in enumerate(sitecustomize._compiled.items()):
    with open(f'/compiled/{number}', 'wb') as file:
        file.write(head + marshal.dumps(code))
'\\n'.join(sitecustomize._compiled)
`;

/**
 * The library with what every start imports compiled already, which is most of the work of a first start. It isn't
 * packed, as it travels compressed.
 */
export async function compileLibrary({ stdlib, wasm }: PythonParts): Promise<Uint8Array> {
  const files = unzipSync(new Uint8Array(stdlib));
  const hooked = zipSync({ ...files, [HOOK]: new TextEncoder().encode(KEEP) }, FORM);
  const pyodide = await loadPython({ wasm, stdlib: hooked.slice().buffer });
  addGuest(pyodide);
  const paths = String(pyodide.runPython(WRITE)).split('\n');
  for (const [number, path] of paths.entries()) {
    const name = path.slice(PLACE.length);
    const content = new Uint8Array(pyodide.FS.readFile(`/compiled/${number}`));
    if (!path.startsWith(PLACE) || !(name in files) || content.length === 0)
      throw new Error(`Python compiled ${path}, which is none of its library`);
    delete files[name];
    files[`${name}c`] = content;
  }
  return zipSync(Object.fromEntries(Object.entries(files).filter(([name]) => !name.endsWith('/'))), FORM);
}

/** The same bytes on each day. */
const FORM = { level: 0, mtime: new Date(2026, 0, 1) } as const;
