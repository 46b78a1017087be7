import { createFileRoute } from '@tanstack/react-router';
import { requireAdmin } from '#web/lib/session/guards.ts';

/** Guards editors that load in the browser alone: the server would skip a guard of their own. */
export const Route = createFileRoute('/admin/_editors')({
  beforeLoad: requireAdmin,
});
