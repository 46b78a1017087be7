import { LEVELS, type Level } from '#domain/courses/vocabulary';
import { m } from '#web/lib/messages.ts';
import classes from './level-badge.module.css';

const WORDS: Record<Level, () => string> = {
  beginner: m.ui_level_beginner,
  intermediate: m.ui_level_intermediate,
  advanced: m.ui_level_advanced,
};

export function levelWord(level: Level): string {
  return WORDS[level]();
}

/** A level as one, two or three bars with the word. */
export function LevelBadge({ level }: { level: Level }) {
  const reached = LEVELS.indexOf(level);
  return (
    <span className={classes.badge}>
      <svg className={classes.bars} width="13" height="12" viewBox="0 0 13 12" aria-hidden="true">
        {LEVELS.map((name, index) => (
          <rect
            key={name}
            x={index * 5}
            y={8 - index * 4}
            width="3"
            height={4 + index * 4}
            rx="1"
            data-on={index <= reached || undefined}
          />
        ))}
      </svg>
      {levelWord(level)}
    </span>
  );
}
