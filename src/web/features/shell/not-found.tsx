import { m } from '#web/lib/messages.ts';
export function NotFound() {
  return <h1>{m.shell_not_found_title()}</h1>;
}
