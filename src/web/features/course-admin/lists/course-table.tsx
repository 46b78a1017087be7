import type { CourseRow } from '#contract/courses/courses';
import { formatDate } from '#web/lib/format.ts';
import { m } from '#web/lib/messages.ts';
import { LevelBadge } from '#web/ui/badges/level-badge.tsx';
import { StateBadge } from '#web/ui/badges/state-badge.tsx';
import { TierBadge } from '#web/ui/badges/tier-badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { ListTable } from '#web/ui/layout/list-table.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';
import { TextLink } from '#web/ui/text-link.tsx';
import { DraftBadge } from '../drafts/draft-badge.tsx';
import classes from './course-list.module.css';

interface CourseTableProps {
  courses: readonly CourseRow[];
  onDelete: (course: CourseRow) => void;
}

/** The courses as a table with the columns of the specification (section 2); on a small screen each row becomes a card. */
export function CourseTable({ courses, onDelete }: CourseTableProps) {
  return (
    <ListTable
      caption={m.admin_courses_title()}
      columns={[
        m.admin_course_name(),
        m.admin_course_plan(),
        m.admin_course_level(),
        { label: m.admin_course_items(), className: classes.number },
        m.admin_course_updated(),
        { label: m.admin_course_actions(), className: classes.number },
      ]}
    >
      {courses.map((course) => (
        <tr key={course.id}>
          <th scope="row">
            <TextLink to="/admin/courses/$id" params={{ id: course.id }} quiet>
              {course.title}
            </TextLink>
            {course.hasDraft && (
              <span className={classes.state}>
                <DraftBadge />
              </span>
            )}
            {course.state !== 'published' && (
              <span className={classes.state}>
                <StateBadge state={course.state} />
              </span>
            )}
          </th>
          <td>
            <TierBadge tier={course.subscriptionLevel} />
          </td>
          <td>
            <LevelBadge level={course.level} />
          </td>
          <td className={classes.number} data-label={m.admin_course_items()}>
            {course.contentItems}
          </td>
          <td data-label={m.admin_course_updated()}>{formatDate(course.updatedAt)}</td>
          <td className={classes.actions}>
            <LinkButton
              to="/admin/courses/$id"
              params={{ id: course.id }}
              variant="secondary"
              size="sm"
              aria-label={m.admin_course_edit_named({ title: course.title })}
            >
              {m.admin_edit()}
            </LinkButton>
            <Button
              variant="danger"
              size="sm"
              onClick={() => onDelete(course)}
              aria-label={m.admin_course_delete_named({ title: course.title })}
            >
              {m.ui_delete()}
            </Button>
          </td>
        </tr>
      ))}
    </ListTable>
  );
}
