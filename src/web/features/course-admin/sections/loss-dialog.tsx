import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Losses } from '#contract/courses/removals';
import { m } from '#web/lib/messages.ts';
import { useApi } from '#web/lib/session/session.ts';
import { Dialog } from '#web/ui/dialogs/dialog.tsx';
import type { Agreed } from '#web/ui/use-held.ts';
import { type CourseChange, lossesQuery } from '../queries.ts';
import classes from './removal-dialog.module.css';
import { KIND_WORDS } from './section-words.ts';
import { impactWords, TypedConfirm } from './typed-confirm.tsx';

interface LossDialogProps {
  /** Null: closed. */
  change: CourseChange | null;
  /** Of the course; it has to be typed where learners have something to lose. */
  courseTitle: string;
  title: ReactNode;
  text: ReactNode;
  /** How to get it back. */
  note: string;
  confirm: string;
  onCancel: () => void;
  onConfirm: Agreed;
}

/** Asks before a save or a restore takes sections from a course: which ones, and what learners did with each. */
export function LossDialog({ change, onCancel, title, ...rest }: LossDialogProps) {
  return (
    <Dialog open={change !== null} onClose={onCancel} title={title}>
      {change && <Question change={change} onCancel={onCancel} {...rest} />}
    </Dialog>
  );
}

type QuestionProps = Omit<LossDialogProps, 'change' | 'title'> & { change: CourseChange };

function Question({ change, courseTitle, note, ...rest }: QuestionProps) {
  const { data, error } = useQuery(lossesQuery(useApi(), change));
  const lost = data?.sections ?? [];
  return (
    <TypedConfirm
      {...rest}
      impact={data}
      failed={error !== null}
      title={courseTitle}
      note={lost.length > 0 || error ? note : null}
    >
      {lost.length > 0 && (
        <ul className={classes.lost} aria-label={m.admin_loss_list()}>
          {lost.map((section) => (
            <li key={section.id}>
              <strong>{section.title}</strong> <Words section={section} />
            </li>
          ))}
        </ul>
      )}
    </TypedConfirm>
  );
}

function Words({ section }: { section: Losses['sections'][number] }) {
  const { becomes, sectionType } = section;
  const affected = impactWords(section);
  return (
    <>
      <span>
        {becomes === null
          ? m.admin_loss_removed({ kind: KIND_WORDS[sectionType]() })
          : m.admin_loss_becomes({ kind: KIND_WORDS[sectionType](), next: KIND_WORDS[becomes]() })}
      </span>
      {affected !== '' && <small>{affected}</small>}
    </>
  );
}
