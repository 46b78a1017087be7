import { isPlainDrawing } from '#server/areas/media/drawings/is-plain-drawing';
import { FileFaults } from '../folders/read-yaml.ts';

/** Throws unless a drawing holds shapes only. */
export function checkDrawing(svg: string): void {
  if (!isPlainDrawing(svg))
    throw new FileFaults([
      'must be a plain SVG drawing of at most 64 KB: shapes only, with no scripts, links, styles, or pictures',
    ]);
}
