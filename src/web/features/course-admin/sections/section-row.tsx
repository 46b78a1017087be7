import { useSortable } from '@dnd-kit/sortable';
import { CSS } from '@dnd-kit/utilities';
import { useContext } from 'react';
import { useFormContext } from 'react-hook-form';
import { m } from '#web/lib/messages.ts';
import { Button } from '#web/ui/button.tsx';
import { KeptWhileSending } from '#web/ui/media/kept-while-sending.tsx';
import { MoveButtons } from '#web/ui/move-buttons.tsx';
import classes from '../course-form.module.css';
import { DraftMark } from '../drafts/draft-mark.tsx';
import { UseLive } from '../drafts/use-live.tsx';
import { FormKind } from '../form-kind.ts';
import type { CourseValues, SectionValues } from '../form-values.ts';
import { DuplicateSection } from './duplicate-section.tsx';
import { MoveSection } from './move-section.tsx';
import type { SectionActions } from './section-actions.ts';
import { SectionFields } from './section-fields.tsx';
import { KIND_WORDS } from './section-words.ts';

interface SectionRowProps {
  section: SectionValues;
  /** Null where the course is not saved yet. */
  courseId: string | null;
  /** What is saved at once; none while the course isn't saved. */
  actions: SectionActions | undefined;
  index: number;
  count: number;
  isOpen: boolean;
  onToggle: () => void;
  /** One step up or down. */
  onMove: (by: -1 | 1) => void;
  onRemove: () => void;
  /** Puts a copy behind it. */
  onDuplicate: () => Promise<void>;
  /** It is in another course now. */
  onMoved: () => void;
}

/** One section: a line that can be dragged, moved by buttons, opened for editing, removed. */
export function SectionRow(props: SectionRowProps) {
  const { actions, count, courseId, index, isOpen, onDuplicate, onMove, onMoved, onRemove } = props;
  const { onToggle, section } = props;
  const { attributes, isDragging, listeners, setActivatorNodeRef, setNodeRef, transform, transition } =
    useSortable({ id: section.rowKey });
  const isCourse = useContext(FormKind) === 'course';
  const { formState, getValues, watch } = useFormContext<CourseValues>();
  const title = watch(`content.${index}.title`) || section.title;
  const kind = watch(`content.${index}.sectionType`) ?? section.sectionType;
  // Exams stay: grades and certificates depend on them.
  const canMove = isCourse && kind !== 'exam' && section.id !== undefined;
  const hasFault = Boolean(formState.errors.content?.[index]);
  return (
    <li
      ref={setNodeRef}
      className={classes.row}
      data-row={section.rowKey}
      data-dragging={isDragging || undefined}
      style={{ transform: CSS.Transform.toString(transform), transition }}
    >
      <div className={classes.rowHead}>
        <span
          ref={setActivatorNodeRef}
          className={classes.handle}
          {...listeners}
          aria-hidden="true"
          data-handle={attributes.role}
        >
          ⠿
        </span>
        <span className={classes.place}>{index + 1}</span>
        <button
          type="button"
          className={classes.name}
          aria-expanded={isOpen}
          onClick={onToggle}
          data-fault={hasFault || undefined}
        >
          {title}
          <small>{KIND_WORDS[kind]()}</small>
          <DraftMark index={index} />
        </button>
        <MoveButtons
          index={index}
          isFirst={index === 0}
          isLast={index === count - 1}
          onMove={onMove}
          up={m.admin_section_up({ title })}
          down={m.admin_section_down({ title })}
        />
        <Button variant="danger" size="sm" onClick={onRemove} aria-label={m.ui_remove({ name: title })}>
          {m.admin_section_remove()}
        </Button>
      </div>
      <KeptWhileSending isShown={isOpen}>
        <SectionFields courseId={courseId} index={index} />
      </KeptWhileSending>
      {isOpen && <UseLive index={index} />}
      {isOpen && (
        <div className={classes.rowEnd}>
          <DuplicateSection
            canCopy={!actions || actions.isSaved(getValues(`content.${index}`))}
            duplicate={onDuplicate}
          />
          {canMove && actions && courseId !== null && (
            <MoveSection
              courseId={courseId}
              section={getValues(`content.${index}`)}
              isSaved={actions.isSaved(getValues(`content.${index}`))}
              move={actions.move}
              onMoved={onMoved}
            />
          )}
        </div>
      )}
    </li>
  );
}
