import {
  closestCenter,
  DndContext,
  type DragEndEvent,
  PointerSensor,
  useSensor,
  useSensors,
} from '@dnd-kit/core';
import { SortableContext, verticalListSortingStrategy } from '@dnd-kit/sortable';
import { useState } from 'react';
import { useFieldArray, useFormContext } from 'react-hook-form';
import { m } from '#web/lib/messages.ts';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { dragWords } from '#web/ui/drag-words.ts';
import { AddSection, type NewSection } from './add-section.tsx';
import classes from './course-form.module.css';
import { type CourseValues, EMPTY_SECTION, type SectionValues } from './form-values.ts';
import { SectionRow } from './section-row.tsx';

/** Saves an added or removed section at once; both reject after having told why. */
export interface SectionActions {
  add: (section: NewSection) => Promise<SectionValues>;
  remove: (section: SectionValues) => Promise<void>;
}

/** The sections of a course: add, edit, move by mouse or keyboard, remove. */
export function SectionBuilder({ actions }: { actions: SectionActions | undefined }) {
  const { control, getValues } = useFormContext<CourseValues>();
  const { append, fields, move, remove } = useFieldArray({ control, name: 'content', keyName: 'fieldKey' });
  const [opened, setOpened] = useState<string | null>(null);
  const [doomed, setDoomed] = useState<number | null>(null);
  const [said, setSaid] = useState('');
  const sensors = useSensors(useSensor(PointerSensor, { activationConstraint: { distance: 6 } }));
  const moveTo = (from: number, to: number) => {
    if (to < 0 || to >= fields.length || from === to) return;
    move(from, to);
    setSaid(m.admin_section_moved({ title: fields[from]?.title ?? '', place: to + 1 }));
  };
  const onDragEnd = ({ active, over }: DragEndEvent) => {
    const at = (id: unknown) => fields.findIndex(({ rowKey }) => rowKey === id);
    if (over) moveTo(at(active.id), at(over.id));
  };
  const add = async (section: NewSection) => {
    const added = actions
      ? await actions.add(section)
      : { ...section, ...EMPTY_SECTION, rowKey: crypto.randomUUID() };
    append(added, { shouldFocus: false });
    setOpened(added.rowKey);
  };
  const removeDoomed = async () => {
    const section = doomed === null ? undefined : fields[doomed];
    setDoomed(null);
    if (doomed === null || !section) return;
    try {
      await actions?.remove(section);
      remove(doomed);
    } catch {
      // The action has said why; the section stays.
    }
  };
  return (
    <>
      <p className="sr-only" role="status">
        {said}
      </p>
      {fields.length === 0 && <p className={classes.none}>{m.admin_sections_none()}</p>}
      <DndContext
        sensors={sensors}
        collisionDetection={closestCenter}
        onDragEnd={onDragEnd}
        accessibility={dragWords(getValues('content').map(({ rowKey, title }) => ({ id: rowKey, title })))}
      >
        <SortableContext items={fields.map(({ rowKey }) => rowKey)} strategy={verticalListSortingStrategy}>
          <ol className={classes.sections}>
            {fields.map((section, index) => (
              <SectionRow
                key={section.rowKey}
                section={section}
                index={index}
                count={fields.length}
                isOpen={opened === section.rowKey}
                onToggle={() => setOpened(opened === section.rowKey ? null : section.rowKey)}
                onMove={(to) => moveTo(index, to)}
                onRemove={() => setDoomed(index)}
              />
            ))}
          </ol>
        </SortableContext>
      </DndContext>
      <AddSection onAdd={add} />
      <ConfirmDialog
        open={doomed !== null}
        onCancel={() => setDoomed(null)}
        onConfirm={removeDoomed}
        text={m.admin_section_remove_text()}
        confirm={m.admin_section_remove()}
      />
    </>
  );
}
