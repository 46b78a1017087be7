import {
  closestCenter,
  DndContext,
  type DragEndEvent,
  PointerSensor,
  useSensor,
  useSensors,
} from '@dnd-kit/core';
import { SortableContext, verticalListSortingStrategy } from '@dnd-kit/sortable';
import { Fragment, use, useRef, useState } from 'react';
import { useFieldArray, useFormContext, useWatch } from 'react-hook-form';
import { chapterRun, dropSection, type Move, stepChapter, stepSection } from '#domain/courses/chapters';
import { m } from '#web/lib/messages.ts';
import { putBack } from '#web/lib/saving/put-back.ts';
import { toast } from '#web/lib/toast.ts';
import { dragWords } from '#web/ui/prose/drag-words.ts';
import classes from '../course-form.module.css';
import { LiveSections } from '../drafts/live-sections.ts';
import { type CourseValues, EMPTY_SECTION, type SectionValues } from '../form-values.ts';
import { AddSection, type NewSection } from './add-section.tsx';
import { ChapterHead } from './chapter-head.tsx';
import { RemovalDialog } from './removal-dialog.tsx';
import type { SectionActions } from './section-actions.ts';
import { SectionRow } from './section-row.tsx';

/** Longer than a dialog or a toast takes to go. */
const FADED_MS = 3000;

interface SectionBuilderProps {
  actions: SectionActions | undefined;
  /** Of the course or post that is edited; null for a new one. */
  courseId: string | null;
}

/** The sections of a course or a post: add, edit, move by mouse or keyboard, remove. */
export function SectionBuilder({ actions, courseId }: SectionBuilderProps) {
  const { control, getValues, setValue } = useFormContext<CourseValues>();
  const { append, fields, insert, move, remove } = useFieldArray({
    control,
    name: 'content',
    keyName: 'fieldKey',
  });
  useWatch({ control, name: fields.map((_, index) => `content.${index}.chapter` as const) });
  // By their keys: places of fields and of values differ for a moment, and a chapter would lose its focus in between.
  const chapterOf = new Map(getValues('content').map(({ chapter, rowKey }) => [rowKey, chapter.trim()]));
  const chapters = fields.map(({ rowKey }) => ({ chapter: chapterOf.get(rowKey) ?? '' }));
  const isDraft = use(LiveSections) !== null;
  const [opened, setOpened] = useState<string | null>(null);
  // The row whose removal is asked about: its place changes while others come and go.
  const [leavingKey, setLeavingKey] = useState<string | null>(null);
  const [liveMessage, setLiveMessage] = useState('');
  const list = useRef<HTMLOListElement>(null);
  // What was pressed goes with the section, or fades with the toast: then the focus goes on at a row, or at the list.
  const goOnAt = (rowKey: string | undefined) => {
    const pressed = document.activeElement;
    const until = performance.now() + FADED_MS;
    const look = () => {
      const focused = document.activeElement;
      const row = list.current?.querySelector<HTMLElement>(`[data-row="${rowKey}"] [aria-expanded]`);
      const isFading = focused === pressed && focused !== document.body;
      const isComing = rowKey !== undefined && !row;
      if ((isFading || isComing) && performance.now() < until) return requestAnimationFrame(look);
      if (focused === document.body) (row ?? list.current)?.focus();
    };
    requestAnimationFrame(look);
  };
  const sensors = useSensors(useSensor(PointerSensor, { activationConstraint: { distance: 6 } }));
  const place = (from: number, wanted: Move | null) => {
    if (!wanted) return;
    const { chapter, to } = wanted;
    const title = getValues(`content.${from}.title`);
    const hasJoined = chapters[from]?.chapter !== chapter;
    if (to !== from) move(from, to);
    if (hasJoined) setValue(`content.${to}.chapter`, chapter, { shouldDirty: true });
    setLiveMessage(
      hasJoined && chapter !== ''
        ? m.admin_section_joined({ title, place: to + 1, chapter })
        : m.admin_section_moved({ title, place: to + 1 }),
    );
  };
  const rename = (at: number, title: string) => {
    for (const index of chapterRun(chapters, at))
      setValue(`content.${index}.chapter`, title, { shouldDirty: true });
    // Without a name, or with that of its neighbor, the field goes in which Enter was pressed.
    if (list.current?.contains(document.activeElement)) goOnAt(getValues('content')[at]?.rowKey);
  };
  const placeChapter = (at: number, by: -1 | 1) => {
    const step = stepChapter(chapters, at, by);
    if (!step) return;
    const { run, to } = step;
    const content = getValues('content');
    const chapter = run.flatMap((from) => content[from] ?? []);
    const others = content.filter((_, from) => !run.includes(from));
    setValue('content', others.toSpliced(to, 0, ...chapter), { shouldDirty: true });
    goOnAt(chapter[0]?.rowKey);
    setLiveMessage(m.admin_chapter_moved({ title: chapters[at]?.chapter ?? '', place: to + 1 }));
  };
  const onDragEnd = ({ active, over }: DragEndEvent) => {
    const at = (id: unknown) => fields.findIndex(({ rowKey }) => rowKey === id);
    if (over) place(at(active.id), dropSection(chapters, at(active.id), at(over.id)));
  };
  const add = async (section: NewSection) => {
    const chapter = getValues('content').at(-1)?.chapter ?? '';
    const added = actions
      ? await actions.add({ ...section, chapter })
      : { ...EMPTY_SECTION, ...section, chapter, rowKey: crypto.randomUUID() };
    append(added, { shouldFocus: false });
    setOpened(added.rowKey);
  };
  const duplicate = async (rowKey: string) => {
    const find = () => getValues('content').findIndex((each) => each.rowKey === rowKey);
    const section = getValues('content')[find()];
    if (!section) return;
    // A refusal has been reported.
    const copy = actions ? await actions.duplicate(section).catch(() => null) : copyOf(section);
    if (!copy) return;
    insert(find() + 1, copy, { shouldFocus: false });
    setOpened(copy.rowKey);
    goOnAt(copy.rowKey);
    toast({
      title: m.admin_section_duplicated(),
      description: m.admin_section_duplicated_text({ title: copy.title }),
    });
  };
  const takeOut = (rowKey: string) => {
    const now = getValues('content');
    const at = now.findIndex((each) => each.rowKey === rowKey);
    remove(at);
    goOnAt((now[at + 1] ?? now[at - 1])?.rowKey);
  };
  const removeSection = async () => {
    const before = getValues('content');
    const section = before.find(({ rowKey }) => rowKey === leavingKey);
    setLeavingKey(null);
    if (!section) return;
    const undo = async () => {
      try {
        await actions?.restore(section);
        // As it stood in the form, unsaved words included; the builder may be closed by now.
        const content = putBack(getValues('content'), before, section, (one) => one.rowKey);
        setValue('content', content, { shouldDirty: true });
        setLiveMessage(m.admin_section_restored());
        goOnAt(section.rowKey);
      } catch {
        // The action has said why; the trash still has it.
      }
    };
    try {
      await actions?.remove(section);
      takeOut(section.rowKey);
      toast({
        title: m.admin_section_removed(),
        description: section.title,
        action: { label: m.admin_undo(), run: () => void undo() },
      });
    } catch {
      // The action has said why; the section stays.
    }
  };
  const leavingAt = fields.findIndex(({ rowKey }) => rowKey === leavingKey);
  const leaving = fields[leavingAt];
  const removal = leaving && {
    // What is not saved yet no learner can have met.
    courseId: actions && leaving.id !== undefined ? courseId : null,
    title: getValues(`content.${leavingAt}.title`),
    ...(leaving.id !== undefined && { sectionId: leaving.id }),
  };
  return (
    <>
      <p className="sr-only" role="status">
        {liveMessage}
      </p>
      {fields.length === 0 && <p className={classes.none}>{m.admin_sections_none()}</p>}
      <DndContext
        sensors={sensors}
        collisionDetection={closestCenter}
        onDragEnd={onDragEnd}
        accessibility={dragWords(getValues('content').map(({ rowKey, title }) => ({ id: rowKey, title })))}
      >
        <SortableContext items={fields.map(({ rowKey }) => rowKey)} strategy={verticalListSortingStrategy}>
          <ol className={classes.sections} tabIndex={-1} ref={list}>
            {fields.map((section, index) => (
              <Fragment key={section.rowKey}>
                {isChapterBegin(chapters, index) && (
                  <ChapterHead
                    title={chapters[index]?.chapter ?? ''}
                    sections={chapterRun(chapters, index).length}
                    index={index}
                    isFirst={stepChapter(chapters, index, -1) === null}
                    isLast={stepChapter(chapters, index, 1) === null}
                    onMove={(by) => placeChapter(index, by)}
                    onRename={(title) => rename(index, title)}
                  />
                )}
                <SectionRow
                  section={section}
                  courseId={courseId}
                  actions={actions}
                  index={index}
                  count={fields.length}
                  isOpen={opened === section.rowKey}
                  onToggle={() => setOpened(opened === section.rowKey ? null : section.rowKey)}
                  onMove={(by) => place(index, stepSection(chapters, index, by))}
                  onRemove={() => setLeavingKey(section.rowKey)}
                  onDuplicate={() => duplicate(section.rowKey)}
                  onMoved={() => takeOut(section.rowKey)}
                />
              </Fragment>
            ))}
          </ol>
        </SortableContext>
      </DndContext>
      <AddSection onAdd={add} />
      <RemovalDialog
        removal={removal ?? null}
        onCancel={() => setLeavingKey(null)}
        onConfirm={removeSection}
        text={isDraft ? m.drafts_section_remove_text() : m.admin_section_remove_text()}
        confirm={m.admin_section_remove()}
      />
    </>
  );
}

/** Of a section that is saved with the whole form. */
function copyOf({ id: _id, key: _key, ...section }: SectionValues): SectionValues {
  return {
    ...structuredClone(section),
    rowKey: crypto.randomUUID(),
    title: m.admin_course_copy({ title: section.title }),
  };
}

function isChapterBegin(chapters: readonly { chapter: string }[], at: number): boolean {
  const title = chapters[at]?.chapter ?? '';
  return title !== '' && title !== chapters[at - 1]?.chapter;
}
