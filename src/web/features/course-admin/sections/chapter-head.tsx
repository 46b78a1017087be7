import { useId } from 'react';
import { m } from '#web/lib/messages.ts';
import { Button } from '#web/ui/button.tsx';
import { useKeptFocus } from '#web/ui/use-kept-focus.ts';
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
  const { down, moveBy, up } = useKeptFocus(index, sections, (to) => onMove(to < index ? -1 : 1));
  return (
    <li className={classes.chapter}>
      <label htmlFor={id}>{m.admin_chapter()}</label>
      <input
        // Undone or renamed elsewhere, it begins anew.
        key={title}
        id={id}
        defaultValue={title}
        maxLength={200}
        autoComplete="off"
        spellCheck
        onBlur={({ target }) => {
          const name = target.value.trim();
          if (name !== title) onRename(name);
        }}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
          // It would save the whole course.
          event.preventDefault();
          event.currentTarget.blur();
        }}
      />
      <small>{m.admin_chapter_sections({ count: sections })}</small>
      <Button
        ref={up}
        variant="quiet"
        size="sm"
        disabled={isFirst}
        onClick={() => moveBy(-1)}
        aria-label={m.admin_chapter_up({ title })}
      >
        ↑
      </Button>
      <Button
        ref={down}
        variant="quiet"
        size="sm"
        disabled={isLast}
        onClick={() => moveBy(1)}
        aria-label={m.admin_chapter_down({ title })}
      >
        ↓
      </Button>
    </li>
  );
}
