import { coverArt, type Shape } from '#web/lib/cover-art.ts';
import classes from './cover-image.module.css';

interface CoverImageProps {
  /** The picture's address; empty: a composition is drawn from slug and category. */
  thumbnail: string;
  slug: string;
  /** Slug of the first category; decides the colours. */
  category: string | undefined;
  /** Above the fold: fetched at once. */
  eager?: boolean;
}

/** The cover of a course. It is decoration: the title beside it says what it is. */
export function CoverImage({ thumbnail, slug, category, eager }: CoverImageProps) {
  if (thumbnail) {
    const loading = eager ? 'eager' : 'lazy';
    return (
      <img className={classes.cover} src={thumbnail} alt="" width="640" height="360" loading={loading} />
    );
  }
  const { ground, shapes } = coverArt(slug, category ?? '');
  return (
    <svg
      className={classes.cover}
      viewBox="0 0 640 360"
      preserveAspectRatio="xMidYMid slice"
      aria-hidden="true"
    >
      <rect width="640" height="360" fill={ground} />
      {shapes.map((shape, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a drawing never changes its order.
        <Drawn key={index} shape={shape} />
      ))}
    </svg>
  );
}

function Drawn({ shape }: { shape: Shape }) {
  if (shape.kind === 'rect') {
    const { kind: _, ...rect } = shape;
    return <rect {...rect} />;
  }
  if (shape.kind === 'circle') {
    const { kind: _, ...circle } = shape;
    return <circle {...circle} />;
  }
  return <path d={shape.d} fill={shape.fill} stroke={shape.stroke} strokeWidth={shape.width} />;
}
