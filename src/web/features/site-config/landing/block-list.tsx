import {
  closestCenter,
  DndContext,
  type DragEndEvent,
  PointerSensor,
  useSensor,
  useSensors,
} from '@dnd-kit/core';
import { SortableContext, verticalListSortingStrategy } from '@dnd-kit/sortable';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useFieldArray, useFormContext } from 'react-hook-form';
import { type LandingSettings, landingForm } from '#contract/administration/landing';
import {
  LANDING_KINDS,
  type LandingKind,
  MAX_LANDING_BLOCKS,
  ONCE_KINDS,
} from '#domain/site/landing/landing-blocks';
import { m } from '#web/lib/messages.ts';
import { putBack } from '#web/lib/saving/put-back.ts';
import { toast } from '#web/lib/toast.ts';
import { Button } from '#web/ui/button.tsx';
import { Menu, MenuItem } from '#web/ui/dialogs/menu.tsx';
import { dragWords } from '#web/ui/prose/drag-words.ts';
import { BlockRow } from './block-row.tsx';
import { blockTitle, KIND_WORDS } from './block-words.ts';
import classes from './landing.module.css';
import { newBlock } from './new-block.ts';

/** The blocks of the landing page: add, edit, move by mouse or keyboard, hide, remove. */
export function BlockList() {
  const { control, formState, getValues, setValue } = useFormContext<LandingSettings>();
  const { append, fields, move, remove, replace } = useFieldArray({
    control,
    name: 'blocks',
    keyName: 'fieldKey',
  });
  const [opened, setOpened] = useState<string | null>(null);
  const [liveMessage, setLiveMessage] = useState('');
  const list = useRef<HTMLOListElement>(null);
  const sensors = useSensors(useSensor(PointerSensor, { activationConstraint: { distance: 6 } }));
  const errors = formState.errors.blocks;
  // A block at fault opens with the save that finds it, after the form has looked for a field to focus.
  const focusFault = useEffectEvent(() => {
    const isInside = list.current?.contains(document.activeElement);
    if (errors && !isInside) list.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: with each save, not with each field that is typed into.
  useEffect(() => focusFault(), [formState.submitCount]);
  const goTo = (id: string | undefined) =>
    requestAnimationFrame(() => {
      const row = list.current?.querySelector<HTMLElement>(`[data-row="${id}"] [aria-expanded]`);
      (row ?? list.current)?.focus();
    });
  const place = (from: number, to: number) => {
    if (from < 0 || to < 0 || from === to) return;
    setLiveMessage(m.config_landing_moved({ title: blockTitle(getValues(`blocks.${from}`)), place: to + 1 }));
    move(from, to);
  };
  const onDragEnd = ({ active, over }: DragEndEvent) => {
    const at = (id: unknown) => fields.findIndex((block) => block.id === id);
    if (over) place(at(active.id), at(over.id));
  };
  const add = (kind: LandingKind) => {
    const block = newBlock(kind);
    append(block, { shouldFocus: false });
    setOpened(block.id);
    setLiveMessage(m.config_landing_added({ title: KIND_WORDS[kind](), place: fields.length + 1 }));
    goTo(block.id);
  };
  const take = (index: number) => {
    const before = getValues('blocks');
    const block = before[index];
    if (!block) return;
    remove(index);
    goTo((before[index + 1] ?? before[index - 1])?.id);
    const undo = () => {
      setValue(
        'blocks',
        putBack(getValues('blocks'), before, block, ({ id }) => id),
        { shouldDirty: true },
      );
      setLiveMessage(m.config_landing_restored());
      goTo(block.id);
    };
    toast({
      title: m.config_landing_removed(),
      description: blockTitle(block),
      action: { label: m.admin_undo(), run: undo },
    });
  };
  const reset = () => {
    const before = getValues('blocks');
    replace(landingForm.parse({}).blocks);
    toast({
      title: m.config_landing_reset_done(),
      action: { label: m.admin_undo(), run: () => setValue('blocks', before, { shouldDirty: true }) },
    });
  };
  const isFull = fields.length >= MAX_LANDING_BLOCKS;
  return (
    <section aria-labelledby="blocks" className={classes.list}>
      <h2 id="blocks">{m.config_landing_blocks()}</h2>
      <p className="sr-only" role="status">
        {liveMessage}
      </p>
      {(errors?.root ?? errors)?.message && (
        <p role="alert" className={classes.fault}>
          {(errors?.root ?? errors)?.message}
        </p>
      )}
      <DndContext
        sensors={sensors}
        collisionDetection={closestCenter}
        onDragEnd={onDragEnd}
        accessibility={dragWords(
          getValues('blocks').map((block) => ({ id: block.id, title: blockTitle(block) })),
        )}
      >
        <SortableContext items={fields.map(({ id }) => id)} strategy={verticalListSortingStrategy}>
          <ol className={classes.blocks} tabIndex={-1} ref={list}>
            {fields.map((block, index) => (
              <BlockRow
                key={block.id}
                id={block.id}
                kind={block.kind}
                index={index}
                count={fields.length}
                isOpen={opened === block.id}
                onToggle={() => setOpened(opened === block.id ? null : block.id)}
                onMove={(to) => place(index, to)}
                onAnnounce={setLiveMessage}
                onRemove={() => take(index)}
              />
            ))}
          </ol>
        </SortableContext>
      </DndContext>
      <div className={classes.listEnd}>
        {isFull ? (
          <p>{m.config_landing_full({ most: MAX_LANDING_BLOCKS })}</p>
        ) : (
          <AddBlock taken={fields.map(({ kind }) => kind)} onAdd={add} />
        )}
        <Button variant="quiet" onClick={reset}>
          {m.config_landing_reset()}
        </Button>
      </div>
    </section>
  );
}

interface AddBlockProps {
  taken: readonly LandingKind[];
  onAdd: (kind: LandingKind) => void;
}

function AddBlock({ onAdd, taken }: AddBlockProps) {
  return (
    <Menu label={m.config_landing_add()} button={m.config_landing_add()} buttonClassName={classes.add}>
      {LANDING_KINDS.map((kind) => (
        <MenuItem
          key={kind}
          disabled={ONCE_KINDS.includes(kind) && taken.includes(kind)}
          onClick={() => onAdd(kind)}
        >
          {KIND_WORDS[kind]()}
        </MenuItem>
      ))}
    </Menu>
  );
}
