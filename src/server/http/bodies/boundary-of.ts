import { MIMEType } from 'node:util';

/** What RFC 2046 allows in a boundary, without the comma: a parser of headers may take that for the end of a type. */
const BOUNDARY = /^[\w'()+./:=? -]{1,70}$/;

/** Between which lines the parts of a form are; null for a type that doesn't say so, or only in a way that is read differently. */
export function boundaryOf(contentType: string): string | null {
  try {
    const boundary = new MIMEType(contentType).params.get('boundary') ?? '';
    return BOUNDARY.test(boundary) ? boundary : null;
  } catch {
    return null;
  }
}
