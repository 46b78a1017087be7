import { useSortable } from '@dnd-kit/sortable';
import { CSS } from '@dnd-kit/utilities';
import { useFormContext, useWatch } from 'react-hook-form';
import type { LandingSettings } from '#contract/administration/landing';
import type { LandingKind } from '#domain/site/landing/landing-blocks';
import { m } from '#web/lib/messages.ts';
import { Button } from '#web/ui/button.tsx';
import { MoveButtons } from '#web/ui/move-buttons.tsx';
import { BlockFields } from './block-fields.tsx';
import { blockTitle, KIND_WORDS } from './block-words.ts';
import classes from './landing.module.css';

interface BlockRowProps {
  id: string;
  kind: LandingKind;
  index: number;
  count: number;
  isOpen: boolean;
  onToggle: () => void;
  onMove: (to: number) => void;
  /** Told what changed, for screen readers. */
  onAnnounce: (words: string) => void;
  onRemove: () => void;
}

/** One block: a line that can be dragged, moved by buttons, hidden, opened for editing, removed. */
export function BlockRow(props: BlockRowProps) {
  const { count, id, index, isOpen, kind, onMove, onRemove, onAnnounce, onToggle } = props;
  const { attributes, isDragging, listeners, setActivatorNodeRef, setNodeRef, transform, transition } =
    useSortable({ id });
  const { control, formState, setValue } = useFormContext<LandingSettings>();
  const block = useWatch({ control, name: `blocks.${index}` });
  const title = blockTitle(block) || KIND_WORDS[kind]();
  const isHidden = block?.hidden ?? false;
  const hasFault = Boolean(formState.errors.blocks?.[index]);
  const isShown = isOpen || hasFault;
  const toggleHidden = () => {
    setValue(`blocks.${index}.hidden`, !isHidden, { shouldDirty: true });
    onAnnounce(isHidden ? m.config_landing_now_shown({ title }) : m.config_landing_now_hidden({ title }));
  };
  return (
    <li
      ref={setNodeRef}
      className={classes.block}
      data-row={id}
      data-hidden={isHidden || undefined}
      data-dragging={isDragging || undefined}
      style={{ transform: CSS.Transform.toString(transform), transition }}
    >
      <div className={classes.blockHead}>
        <span
          ref={setActivatorNodeRef}
          className={classes.handle}
          {...listeners}
          aria-hidden="true"
          data-handle={attributes.role}
        >
          ⠿
        </span>
        <button
          type="button"
          className={classes.name}
          aria-expanded={isShown}
          onClick={onToggle}
          data-fault={hasFault || undefined}
        >
          <span>{title}</span>
          {title !== KIND_WORDS[kind]() && <small>{KIND_WORDS[kind]()}</small>}
          {isHidden && <small className={classes.hidden}>{m.config_landing_hidden()}</small>}
        </button>
        <div className={classes.actions}>
          <MoveButtons
            index={index}
            isFirst={index === 0}
            isLast={index === count - 1}
            onMove={(by) => onMove(index + by)}
            up={m.config_menus_up({ label: title })}
            down={m.config_menus_down({ label: title })}
          />
          <Button
            variant="quiet"
            size="sm"
            onClick={toggleHidden}
            aria-label={
              isHidden ? m.config_landing_show_named({ title }) : m.config_landing_hide_named({ title })
            }
          >
            {isHidden ? m.config_landing_show() : m.config_landing_hide()}
          </Button>
          <Button variant="danger" size="sm" onClick={onRemove} aria-label={m.ui_remove({ name: title })}>
            {m.config_menus_remove()}
          </Button>
        </div>
      </div>
      {isShown && (
        <div className={classes.blockBody}>
          <BlockFields kind={kind} index={index} />
        </div>
      )}
    </li>
  );
}
