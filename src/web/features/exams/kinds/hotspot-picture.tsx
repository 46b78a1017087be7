import type { PaperQuestion } from '#contract/exams/exams';
import { readPoint } from '#domain/exams/kinds/hotspot/hotspot';
import classes from './hotspot.module.css';

interface HotspotPictureProps {
  picture: NonNullable<PaperQuestion['picture']>;
  points: readonly string[];
  /** Drawn as right places. */
  isKey?: boolean;
  /** Empty where the picture is described by what holds it. */
  alt: string;
}

/** The picture of a question with numbered points on it. */
export function HotspotPicture({ alt, isKey = false, picture, points }: HotspotPictureProps) {
  const { height, src, width } = picture;
  return (
    <span className={classes.picture} style={{ aspectRatio: `${width} / ${height}` }}>
      <img src={src} alt={alt} width={width} height={height} draggable={false} />
      {points.flatMap(readPoint).map((point, index) => (
        <span
          key={`${point.x},${point.y}`}
          className={classes.point}
          data-key={isKey || undefined}
          style={{ left: `${(100 * point.x) / width}%`, top: `${(100 * point.y) / height}%` }}
          aria-hidden="true"
        >
          {isKey ? '✓' : index + 1}
        </span>
      ))}
    </span>
  );
}
