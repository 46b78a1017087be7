import { useEffect, useId, useRef } from 'react';
import { m } from '#web/lib/messages.ts';
import { onEnter } from '#web/ui/fields/on-enter.ts';
import { MoveButtons } from '#web/ui/move-buttons.tsx';
import classes from '../course-form.module.css';

interface ChapterHeadProps {
  title: string;
  sections: number;
  /** The place of its first section, and whether another comes before and after its sections. */
  index: number;
  isFirst: boolean;
  isLast: boolean;
  /** The whole chapter, past its neighbor. */
  onMove: (by: -1 | 1) => void;
  onRename: (title: string) => void;
}

/** The name of a chapter above its sections; another name is taken on Enter, or when the field is left. */
export function ChapterHead(props: ChapterHeadProps) {
  const { index, isFirst, isLast, onMove, onRename, sections, title } = props;
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  // Undone or renamed elsewhere, it says so.
  useEffect(() => {
    if (field.current) field.current.value = title;
  }, [title]);
  const take = ({ value }: HTMLInputElement) => {
    const name = value.trim();
    if (name !== title) onRename(name);
  };
  return (
    <li className={classes.chapter}>
      <label htmlFor={id}>{m.admin_chapter()}</label>
      <input
        ref={field}
        id={id}
        defaultValue={title}
        maxLength={200}
        autoComplete="off"
        spellCheck
        onBlur={({ target }) => take(target)}
        onKeyDown={onEnter(take)}
      />
      <small>{m.admin_chapter_sections({ count: sections })}</small>
      <MoveButtons
        index={index}
        isFirst={isFirst}
        isLast={isLast}
        onMove={onMove}
        up={m.admin_chapter_up({ title })}
        down={m.admin_chapter_down({ title })}
      />
    </li>
  );
}
