import classes from './avatar.module.css';

interface AvatarProps {
  name: string;
  src: string | null;
  size?: number;
}

/** A person's picture, or the initials. Decoration: the name stands beside it or labels its button. */
export function Avatar({ name, src, size = 34 }: AvatarProps) {
  return (
    <span
      className={classes.avatar}
      style={{ width: size, height: size, fontSize: size * 0.38 }}
      data-initials={src ? undefined : initials(name)}
      aria-hidden="true"
    >
      {src && <img src={src} alt="" width={size} height={size} />}
    </span>
  );
}

/** First letters of the first and the last word. */
export function initials(name: string): string {
  const words = name.trim().split(/\s+/);
  const [first = '?'] = words[0] ?? '';
  const [last = ''] = words.length > 1 ? (words.at(-1) ?? '') : '';
  return (first + last).toUpperCase();
}
