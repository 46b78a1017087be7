import type { CSSProperties } from 'react';
import classes from './skeleton.module.css';

interface SkeletonProps {
  height?: CSSProperties['height'];
  width?: CSSProperties['width'];
  radius?: CSSProperties['borderRadius'];
}

/** One grey shape in the place of what is coming. Wrap several in <LoadingState>. */
export function Skeleton({ height = 16, width = '100%', radius }: SkeletonProps) {
  return <span className={classes.skeleton} style={{ height, width, borderRadius: radius }} />;
}
