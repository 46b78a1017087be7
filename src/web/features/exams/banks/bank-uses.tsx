import type { BankDetail } from '#contract/exams/banks';
import { m } from '#web/lib/messages.ts';
import { TextLink } from '#web/ui/text-link.tsx';
import classes from './banks.module.css';

/** The exams that draw from a bank. */
export function BankUses({ uses }: { uses: BankDetail['uses'] }) {
  return (
    <section className={classes.part} aria-labelledby="uses">
      <h2 id="uses">{m.banks_uses()}</h2>
      {uses.length === 0 && <p className={classes.hint}>{m.banks_uses_none()}</p>}
      <ul>
        {uses.map(({ count, courseId, courseTitle, inTrash, sectionTitle }) => (
          <li key={`${courseId} ${sectionTitle} ${count}`}>
            {inTrash ? (
              m.banks_uses_trash({ course: courseTitle, exam: sectionTitle })
            ) : (
              <TextLink to="/admin/courses/$id" params={{ id: courseId }}>
                {courseTitle}: {sectionTitle}
              </TextLink>
            )}
            <span className={classes.hint}>
              {count > 0 ? m.banks_uses_count({ count }) : m.banks_uses_practice()}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
