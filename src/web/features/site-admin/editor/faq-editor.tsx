import {
  closestCenter,
  DndContext,
  type DragEndEvent,
  PointerSensor,
  useSensor,
  useSensors,
} from '@dnd-kit/core';
import { SortableContext, verticalListSortingStrategy } from '@dnd-kit/sortable';
import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import { useState } from 'react';
import { useFieldArray, useForm } from 'react-hook-form';
import { type EditedPage, type FaqContent, faqContent } from '#contract/pages';
import { m } from '#web/lib/messages.ts';
import { Button } from '#web/ui/button.tsx';
import { dragWords } from '#web/ui/prose/drag-words.ts';
import { useRemoveRow } from '#web/ui/use-remove-row.ts';
import classes from './editor.module.css';
import { EditorFrame } from './editor-frame.tsx';
import faqClasses from './faq.module.css';
import { FaqPreview } from './faq-preview.tsx';
import { FaqRow } from './faq-row.tsx';

const EMPTY: FaqContent = { kind: 'faq', items: [] };

/** The list of questions and answers with its numbered preview (spec section 2). */
export function FaqEditor({ content, page }: { page: EditedPage; content: FaqContent }) {
  const form = useForm<FaqContent>({
    resolver: standardSchemaResolver(faqContent) as never,
    defaultValues: content,
  });
  const { append, fields, insert, move, remove } = useFieldArray({
    control: form.control,
    name: 'items',
    keyName: 'fieldKey',
  });
  const { addId, removeRow } = useRemoveRow({ fields, insert, remove });
  const [liveMessage, setLiveMessage] = useState('');
  const sensors = useSensors(useSensor(PointerSensor, { activationConstraint: { distance: 6 } }));
  const moveTo = (from: number, to: number) => {
    if (to < 0 || to >= fields.length || from === to) return;
    setLiveMessage(
      m.settings_faq_moved({ question: form.getValues(`items.${from}.question`), place: to + 1 }),
    );
    move(from, to);
  };
  const onDragEnd = ({ active, over }: DragEndEvent) => {
    const at = (id: unknown) => fields.findIndex((item) => item.id === id);
    if (over) moveTo(at(active.id), at(over.id));
  };
  const add = () => {
    const item = {
      id: crypto.randomUUID(),
      question: m.settings_faq_new_question(),
      answer: m.settings_faq_new_answer(),
      pricing: false,
    };
    append(item, { focusName: `items.${fields.length}.question` });
  };
  const removeAt = (index: number) => {
    const item = form.getValues(`items.${index}`);
    removeRow(index, item, { title: m.settings_faq_removed(), description: item.question });
  };
  return (
    <EditorFrame page={page} form={form} empty={EMPTY}>
      <p className="sr-only" role="status">
        {liveMessage}
      </p>
      <div className={classes.panes}>
        <div>
          {fields.length === 0 && <p className={faqClasses.none}>{m.settings_faq_none()}</p>}
          <DndContext
            sensors={sensors}
            collisionDetection={closestCenter}
            onDragEnd={onDragEnd}
            accessibility={dragWords(
              form.getValues('items').map(({ id, question }) => ({ id, title: question })),
            )}
          >
            <SortableContext items={fields.map(({ id }) => id)} strategy={verticalListSortingStrategy}>
              <ol className={faqClasses.list}>
                {fields.map(({ id }, index) => (
                  <FaqRow
                    key={id}
                    id={id}
                    index={index}
                    count={fields.length}
                    onMove={(to) => moveTo(index, to)}
                    onRemove={() => removeAt(index)}
                  />
                ))}
              </ol>
            </SortableContext>
          </DndContext>
          <Button id={addId} variant="secondary" onClick={add}>
            {m.settings_faq_add()}
          </Button>
        </div>
        <FaqPreview items={form.watch('items')} />
      </div>
    </EditorFrame>
  );
}
