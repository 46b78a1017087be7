import { isPlainDrawing } from '#server/areas/media/drawings/is-plain-drawing';
import { m } from '../../../../messages/messages.js';
import { FileFaults } from '../folders/read-yaml.ts';

/** A drawing beside an exam, which is read with it; drawings elsewhere are pictures like others. */
export const DRAWING_FILE = /^[\w-]+\.svg$/;

/** Throws unless a drawing holds shapes only. */
export function checkDrawing(svg: string): void {
  if (!isPlainDrawing(svg)) throw new FileFaults([m.reports_must_be_a_drawing()]);
}
