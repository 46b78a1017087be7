import { useSortable } from '@dnd-kit/sortable';
import { CSS } from '@dnd-kit/utilities';
import { useFormContext } from 'react-hook-form';
import type { FaqContent } from '#contract/pages';
import { m } from '#web/lib/messages.ts';
import { Button } from '#web/ui/button.tsx';
import { TextAreaField, TextField } from '#web/ui/fields/text-field.tsx';
import { MoveButtons } from '#web/ui/move-buttons.tsx';
import classes from './faq.module.css';

interface FaqRowProps {
  id: string;
  index: number;
  count: number;
  onMove: (to: number) => void;
  onRemove: () => void;
}

/** One question with its answer: dragged by its handle, moved by its buttons. */
export function FaqRow({ count, id, index, onMove, onRemove }: FaqRowProps) {
  const { isDragging, listeners, setActivatorNodeRef, setNodeRef, transform, transition } = useSortable({
    id,
  });
  const { formState, register } = useFormContext<FaqContent>();
  const errors = formState.errors.items?.[index];
  const place = index + 1;
  return (
    <li
      ref={setNodeRef}
      data-row={id}
      className={classes.row}
      data-dragging={isDragging || undefined}
      style={{ transform: CSS.Transform.toString(transform), transition }}
    >
      <div className={classes.rowHead}>
        <span ref={setActivatorNodeRef} className={classes.handle} {...listeners} aria-hidden="true">
          ⠿
        </span>
        <span className={classes.place}>{place}</span>
        <MoveButtons
          index={index}
          isFirst={index === 0}
          isLast={index === count - 1}
          onMove={(by) => onMove(index + by)}
          up={m.settings_faq_up({ place })}
          down={m.settings_faq_down({ place })}
        />
        <Button
          variant="danger"
          size="sm"
          onClick={onRemove}
          aria-label={m.settings_faq_remove_named({ place })}
        >
          {m.settings_faq_remove()}
        </Button>
      </div>
      <TextField
        label={m.settings_faq_question({ place })}
        error={errors?.question?.message}
        {...register(`items.${index}.question`)}
      />
      <TextAreaField
        label={m.settings_faq_answer({ place })}
        rows={3}
        error={errors?.answer?.message}
        {...register(`items.${index}.answer`)}
      />
      <label className={classes.flag}>
        <input type="checkbox" {...register(`items.${index}.pricing`)} />
        {m.settings_faq_pricing()}
      </label>
    </li>
  );
}
