/** The machine of Pyodide, which it takes as an option. */
declare module 'pyodide/pyodide.asm.mjs' {
  const createPyodideModule: NonNullable<
    NonNullable<Parameters<typeof import('pyodide').loadPyodide>[0]>['createPyodideModule']
  >;

  export { createPyodideModule as default };
}
