import { failureCode } from '#web/lib/api/api-error.ts';
import { m } from '#web/lib/messages.ts';
import { ErrorState } from '#web/ui/feedback/error-state.tsx';

/** The catalogue could not be loaded: our fault, none of ours, or a reason that has words of its own (spec section 8). */
export function CatalogueError({ error }: { error: unknown }) {
  const code = failureCode(error);
  const words =
    code === null
      ? { text: m.courses_load_unexpected() }
      : code === 'INTERNAL'
        ? { text: m.courses_load_failed() }
        : {};
  return <ErrorState error={error} title={m.courses_error()} {...words} />;
}
