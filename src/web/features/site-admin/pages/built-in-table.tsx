import type { BuiltInPage } from '#contract/pages';
import { formatDate } from '#web/lib/format.ts';
import { m } from '#web/lib/messages.ts';
import { ListTable } from '#web/ui/layout/list-table.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';
import { TextLink } from '#web/ui/text-link.tsx';
import { PAGE_WORDS } from '../editor/page-words.ts';
import classes from './pages.module.css';

interface BuiltInTableProps {
  pages: readonly { readonly name: BuiltInPage; readonly savedAt: string | null }[];
}

/** The pages that every school has; none of them can be deleted. */
export function BuiltInTable({ pages }: BuiltInTableProps) {
  return (
    <section className={classes.group} aria-labelledby="built-in-pages">
      <h2 id="built-in-pages">{m.pages_built_in()}</h2>
      <ListTable
        caption={m.pages_built_in()}
        columns={[
          m.pages_name(),
          m.pages_address(),
          m.pages_updated(),
          { label: m.admin_course_actions(), className: classes.end },
        ]}
      >
        {pages.map(({ name, savedAt }) => {
          const { path, title } = PAGE_WORDS[name];
          const edit = `/admin/settings${path}`;
          return (
            <tr key={name}>
              <th scope="row">
                <TextLink to={edit} quiet>
                  {title()}
                </TextLink>
              </th>
              <td className={classes.address} data-label={m.pages_address()}>
                {path}
              </td>
              <td data-label={m.pages_updated()}>{savedAt ? formatDate(savedAt) : m.pages_never()}</td>
              <td className={classes.actions}>
                <LinkButton
                  to={path}
                  variant="quiet"
                  size="sm"
                  target="_blank"
                  aria-label={m.pages_view_named({ title: title() })}
                >
                  {m.settings_view()}
                </LinkButton>
                <LinkButton
                  to={edit}
                  variant="secondary"
                  size="sm"
                  aria-label={m.admin_course_edit_named({ title: title() })}
                >
                  {m.admin_edit()}
                </LinkButton>
              </td>
            </tr>
          );
        })}
      </ListTable>
    </section>
  );
}
