import type { EditedPageName } from '#contract/pages';
import { m } from '#web/lib/messages.ts';
import { Button } from '#web/ui/button.tsx';
import { PageHeader } from '#web/ui/layout/page-header.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';
import { PAGE_WORDS } from './page-words.ts';

/** The top of a page editor. Without `onHistory` the page is not loaded yet. */
export function EditorHeader({ name, onHistory }: { name: EditedPageName; onHistory?: () => void }) {
  const { lead, path, title } = PAGE_WORDS[name];
  return (
    <PageHeader
      title={title()}
      lead={lead()}
      actions={
        <>
          <Button variant="secondary" onClick={onHistory} disabled={!onHistory}>
            {m.settings_history()}
          </Button>
          <LinkButton to={path} variant="secondary" target="_blank">
            {m.settings_view()}
          </LinkButton>
        </>
      }
    />
  );
}
