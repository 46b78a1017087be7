/** The machine of Pyodide, which it takes as an option. */
declare module 'pyodide/pyodide.asm.mjs' {
  const createPyodideModule: NonNullable<
    NonNullable<Parameters<typeof import('pyodide').loadPyodide>[0]>['createPyodideModule']
  >;

  // biome-ignore lint/style/noDefaultExport: that is what the package exports.
  export default createPyodideModule;
}
