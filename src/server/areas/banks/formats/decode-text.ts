import { m } from '../../../../messages/messages.js';
import { FileRefused } from './file-refused.ts';

const MARKS: readonly (readonly [readonly number[], string])[] = [
  [[0xef, 0xbb, 0xbf], 'utf-8'],
  [[0xff, 0xfe], 'utf-16le'],
  [[0xfe, 0xff], 'utf-16be'],
  // The first sign of XML, where nothing marks the order of its bytes.
  [[0x3c, 0x00, 0x3f, 0x00], 'utf-16le'],
  [[0x00, 0x3c, 0x00, 0x3f], 'utf-16be'],
];
const DECLARED = /^\s*<\?xml[^>]{0,100}?\bencoding\s*=\s*["']([\w.:-]{1,40})["']/;

/** A file as text, in the encoding that it begins with or declares; in UTF-8 where it does neither. Throws FileRefused. */
export function decodeText(bytes: Uint8Array): string {
  const encoding = encodingOf(bytes);
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch (error) {
    if (error instanceof RangeError)
      throw new FileRefused(m.imports_the_file_declares_the_unknown_encoding_save({ encoding }));
    throw new FileRefused(m.imports_the_file_is_not_text_save_it({ encoding: encoding.toUpperCase() }));
  }
}

function encodingOf(bytes: Uint8Array): string {
  const mark = MARKS.find(([signs]) => signs.every((sign, at) => bytes[at] === sign));
  const head = new TextDecoder('latin1').decode(bytes.subarray(0, 200));
  return mark?.[1] ?? DECLARED.exec(head)?.[1] ?? 'utf-8';
}
