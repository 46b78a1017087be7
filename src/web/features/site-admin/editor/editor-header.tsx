import type { EditedPage } from '#contract/pages';
import { m } from '#web/lib/messages.ts';
import { Button } from '#web/ui/button.tsx';
import { Breadcrumbs } from '#web/ui/layout/breadcrumbs.tsx';
import { PageHeader } from '#web/ui/layout/page-header.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';
import { type PageWords, pageWords } from './page-words.ts';

interface EditorHeaderProps {
  words: PageWords;
  /** Left out: the page is not loaded yet. */
  onHistory?: () => void;
}

/** The top of the editor of a page that every school has. */
export function EditorHeader({ onHistory, words: { lead, path, title } }: EditorHeaderProps) {
  return (
    <PageHeader
      title={title()}
      lead={lead?.()}
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

/** The top of the editor of a page that the school added, or is about to add. */
export function CustomHeader({ onHistory, page }: { page: EditedPage; onHistory: () => void }) {
  const { path, title } = pageWords(page);
  const isNew = page.version === 0;
  return (
    <>
      <Breadcrumbs
        crumbs={[
          { label: m.settings_title(), to: '/admin/settings' },
          { label: m.pages_title(), to: '/admin/settings/pages' },
          { label: title() },
        ]}
      />
      <PageHeader
        title={isNew ? m.pages_new() : m.pages_edit()}
        {...(!isNew && {
          lead: title(),
          actions: (
            <>
              <Button variant="secondary" onClick={onHistory}>
                {m.settings_history()}
              </Button>
              <LinkButton to={path} variant="secondary" target="_blank">
                {m.settings_view()}
              </LinkButton>
            </>
          ),
        })}
      />
    </>
  );
}
