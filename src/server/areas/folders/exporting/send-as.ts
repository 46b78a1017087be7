import type { Part } from './zip-stream.ts';

/** The same files in a folder of the archive. */
export function inFolder(folder: string, part: Part): Part {
  return new Map([...part].map(([path, content]) => [`${folder}/${path}`, content]));
}

/** Names the zip file that is sent. */
export function sendAs(headers: Headers, name: string): void {
  headers.set('content-type', 'application/zip');
  headers.set('content-disposition', `attachment; filename="${name}.zip"`);
}
