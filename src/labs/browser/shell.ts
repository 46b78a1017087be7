import { startShell } from '../runtimes/shell/start.ts';
import { serve } from './serve.ts';

serve(async () => {
  const runtime = startShell();
  return { ask: (question) => runtime.ask(question) };
});
