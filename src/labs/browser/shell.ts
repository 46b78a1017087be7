import { evenRealm } from '../runtimes/shell/even-realm.ts';
import { startShell } from '../runtimes/shell/start.ts';
import { serve } from './serve.ts';

serve(async () => {
  evenRealm();
  const runtime = startShell();
  return { ask: (question) => runtime.ask(question) };
});
