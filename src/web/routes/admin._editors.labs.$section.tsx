import { createFileRoute } from '@tanstack/react-router';
import { LabEditorPage } from '#web/features/labs/author/lab-editor-page.tsx';
import { m } from '#web/lib/messages.ts';
import { pageHead } from '#web/lib/page-head.ts';

export const Route = createFileRoute('/admin/_editors/labs/$section')({
  // Loaded in the browser, where an error keeps its code: what the server sends of one is its message.
  ssr: false,
  // Not among the routes that everybody downloads.
  loader: async ({ context: { api, queryClient }, params: { section } }) => {
    const { labSourceQuery } = await import('#web/features/labs/queries.ts');
    return queryClient.fetchQuery(labSourceQuery(api, section));
  },
  gcTime: 0,
  head: ({ match, params: { section } }) =>
    pageHead(match.context, { title: m.lab_author_title(), path: `/admin/labs/${section}`, noindex: true }),
  component: EditLab,
});

function EditLab() {
  const lab = Route.useLoaderData();
  return <LabEditorPage key={lab.id} lab={lab} />;
}
