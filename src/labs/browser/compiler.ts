import typescript from 'typescript-js';
import { Compiler } from '../runtimes/types/compile.ts';
import { serve } from './serve.ts';

serve(async ({ libraries }) => {
  if (typeof libraries !== 'string') throw new Error('The compiler came without its libraries');
  const compiler = new Compiler(typescript, JSON.parse(libraries));
  return { compile: async (files, typecheck) => compiler.compile(files, typecheck) };
});
