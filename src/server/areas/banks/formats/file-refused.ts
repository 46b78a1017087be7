/** A file that is not taken in at all; says why in words. */
export class FileRefused extends Error {
  override name = 'FileRefused';
}
