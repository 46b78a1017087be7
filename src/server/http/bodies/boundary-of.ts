import { MIMEType } from 'node:util';

/** Between which lines the parts of a form are, read as the parser of forms reads it; null for a type that says none. */
export function boundaryOf(contentType: string): string | null {
  try {
    return new MIMEType(contentType).params.get('boundary') || null;
  } catch {
    return null;
  }
}
