import type { PageRow } from '#contract/pages';
import { customPagePath } from '#domain/site/custom-page-path';
import { formatDate } from '#web/lib/format.ts';
import { m } from '#web/lib/messages.ts';
import { StateBadge } from '#web/ui/badges/state-badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { ListTable } from '#web/ui/layout/list-table.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';
import { TextLink } from '#web/ui/text-link.tsx';
import classes from './pages.module.css';
import { editPath } from './paths.ts';

interface PageTableProps {
  pages: readonly PageRow[];
  onDelete: (page: PageRow) => void;
}

/** The pages that the school added; on a small screen each row becomes a card. */
export function PageTable({ onDelete, pages }: PageTableProps) {
  return (
    <ListTable
      caption={m.pages_own()}
      columns={[
        m.pages_name(),
        m.pages_address(),
        m.publishing_status(),
        m.pages_updated(),
        { label: m.admin_course_actions(), className: classes.end },
      ]}
    >
      {pages.map((page) => (
        <tr key={page.id}>
          <th scope="row">
            <TextLink to={editPath(page.id)} quiet>
              {page.title}
            </TextLink>
          </th>
          <td className={classes.address} data-label={m.pages_address()}>
            {customPagePath(page.slug)}
          </td>
          <td>
            <StateBadge state={page.state} />
          </td>
          <td data-label={m.pages_updated()}>{formatDate(page.updatedAt)}</td>
          <td className={classes.actions}>
            <LinkButton
              to={customPagePath(page.slug)}
              variant="quiet"
              size="sm"
              target="_blank"
              aria-label={m.pages_view_named({ title: page.title })}
            >
              {m.settings_view()}
            </LinkButton>
            <LinkButton
              to={editPath(page.id)}
              variant="secondary"
              size="sm"
              aria-label={m.admin_course_edit_named({ title: page.title })}
            >
              {m.admin_edit()}
            </LinkButton>
            <Button
              variant="danger"
              size="sm"
              onClick={() => onDelete(page)}
              aria-label={m.admin_course_delete_named({ title: page.title })}
            >
              {m.ui_delete()}
            </Button>
          </td>
        </tr>
      ))}
    </ListTable>
  );
}
