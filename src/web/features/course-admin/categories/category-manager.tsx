import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { Category } from '#contract/courses/categories';
import { ApiError, failureCode } from '#web/lib/api/api-error.ts';
import { toastFailure } from '#web/lib/api/toast-failure.ts';
import { m } from '#web/lib/messages.ts';
import { putBack } from '#web/lib/saving/put-back.ts';
import { useApi } from '#web/lib/session/session.ts';
import { toast } from '#web/lib/toast.ts';
import { Button } from '#web/ui/button.tsx';
import { ConfirmDialog } from '#web/ui/dialogs/confirm-dialog.tsx';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { ErrorState } from '#web/ui/feedback/error-state.tsx';
import { LoadingState } from '#web/ui/feedback/loading-state.tsx';
import { Page } from '#web/ui/layout/page.tsx';
import { PageHeader } from '#web/ui/layout/page-header.tsx';
import { categoriesQuery } from '../queries.ts';
import { EditCategoryForm, NewCategoryForm } from './category-form.tsx';
import classes from './category-manager.module.css';

/** Categories with an inline form for adding and editing (spec section 2). */
export function CategoryManager() {
  const api = useApi();
  const queryClient = useQueryClient();
  const { data, error } = useQuery(categoriesQuery(api));
  const [edited, setEdited] = useState<Category | 'new' | null>(null);
  /** All that were there when the form was opened. */
  const [before, setBefore] = useState<readonly Category[]>([]);
  const [isTyped, setTyped] = useState(false);
  /** What is opened instead once it is agreed that what was typed is lost. */
  const [wanted, setWanted] = useState<Category | null>(null);
  const [pendingDelete, setPendingDelete] = useState<Category | null>(null);
  const opener = useRef<string>(null);
  // The button that opens a form is gone while it is open: the focus goes back to it afterwards.
  useEffect(() => {
    if (edited) opener.current = openerId(edited);
    else if (opener.current)
      (document.getElementById(opener.current) ?? document.getElementById(openerId('new')))?.focus();
  }, [edited]);
  const reload = () => queryClient.invalidateQueries({ queryKey: ['courses'] });
  const remove = async () => {
    if (!pendingDelete) return;
    setPendingDelete(null);
    const at = data?.findIndex(({ id }) => id === pendingDelete.id) ?? -1;
    const neighbour = data?.[at + 1] ?? data?.[at - 1] ?? 'new';
    try {
      await api.categories.remove({ id: pendingDelete.id });
      toast({ title: m.admin_success(), description: m.admin_category_deleted() });
      // Its own button goes with the row.
      document.getElementById(openerId(neighbour))?.focus();
    } catch (error) {
      toastFailure(error, { title: m.admin_category_delete_failed(), ...inUse(error) });
    }
    await reload();
  };
  const open = (category: Category) => {
    setWanted(null);
    setBefore(data ?? []);
    setEdited(category);
  };
  const saved = async (which: Category | 'new', words: string) => {
    toast({ title: m.admin_success(), description: words });
    // Another one may have been opened meanwhile.
    setEdited((now) => (now && openerId(now) === openerId(which) ? null : now));
    await reload();
  };
  // What is edited is shown where it stood, also when somebody else deleted it: a save says so.
  const shown = data && edited && edited !== 'new' ? putBack(data, before, edited, ({ id }) => id) : data;
  return (
    <Page width="text">
      <PageHeader
        title={m.admin_categories_title()}
        actions={
          edited === null && (
            <Button id={openerId('new')} onClick={() => setEdited('new')}>
              {m.admin_category_add()}
            </Button>
          )
        }
      />
      {edited === 'new' && (
        <NewCategoryForm
          onCancel={() => setEdited(null)}
          onSaved={() => saved('new', m.admin_category_added())}
          onTyped={setTyped}
        />
      )}
      {error && !data && <ErrorState error={error} heading="h2" />}
      {!data && !error && <LoadingState inline />}
      {data?.length === 0 && edited === null && <EmptyState title={m.admin_categories_none()} compact />}
      <ul className={classes.list}>
        {shown?.map((category) => (
          <li key={category.id}>
            {edited !== 'new' && edited?.id === category.id ? (
              <EditCategoryForm
                category={category}
                onCancel={() => setEdited(null)}
                onSaved={() => saved(category, m.admin_category_updated())}
                onTyped={setTyped}
              />
            ) : (
              <div className={classes.row}>
                <div>
                  <strong>{category.name}</strong> <code>{category.slug}</code>
                  <p>{category.description}</p>
                </div>
                <Button
                  variant="secondary"
                  size="sm"
                  id={openerId(category)}
                  onClick={() => (isTyped ? setWanted(category) : open(category))}
                  aria-label={m.admin_category_edit_named({ name: category.name })}
                >
                  {m.admin_edit()}
                </Button>
                <Button
                  variant="danger"
                  size="sm"
                  onClick={() => setPendingDelete(category)}
                  aria-label={m.admin_category_delete_named({ name: category.name })}
                >
                  {m.ui_delete()}
                </Button>
              </div>
            )}
          </li>
        ))}
      </ul>
      <ConfirmDialog
        open={pendingDelete !== null}
        onCancel={() => setPendingDelete(null)}
        onConfirm={remove}
        text={m.admin_category_delete_text()}
      />
      <ConfirmDialog
        open={wanted !== null}
        title={m.ui_leave_title()}
        text={m.ui_leave_text()}
        confirm={m.ui_leave()}
        onCancel={() => setWanted(null)}
        onConfirm={() => {
          if (wanted) open(wanted);
          return null;
        }}
      />
    </Page>
  );
}

function openerId(edited: Category | 'new'): string {
  return `edit-${edited === 'new' ? edited : edited.id}`;
}

/** Which courses and posts still use the category, and which of them no list shows. */
function inUse(error: unknown): { description?: string } {
  if (failureCode(error) !== 'CATEGORY_IN_USE' || !(error instanceof ApiError)) return {};
  const { courses } = error.data as { courses: { title: string; inTrash: boolean }[] };
  const titles = courses.map(({ inTrash, title }) =>
    inTrash ? m.admin_category_in_use_trash({ title }) : title,
  );
  return { description: m.admin_category_in_use({ courses: titles.join(', ') }) };
}
