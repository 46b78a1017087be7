import { expect, test } from 'vitest';
import { FILE_KIND_NAMES, isOfKind } from './file-kinds.ts';

const bytes = (text: string) => Uint8Array.from([...text].map((letter) => letter.charCodeAt(0)));

test.for([
  ['pdf', 'work.PDF', '%PDF-1.7'],
  ['text', 'main.py', 'print(1)'],
  ['picture', 'a.png', '\x89PNG\r\n\x1a\nrest'],
  ['picture', 'a.webp', 'RIFF1234WEBP'],
  ['document', 'a.docx', 'PK\x03\x04rest'],
  ['archive', 'a.zip', 'PK\x03\x04rest'],
] as const)('%s: %s is taken for what is in it', ([kind, name, content]) => {
  expect(isOfKind([kind], name, bytes(content))).toBe(true);
  expect(
    isOfKind(
      FILE_KIND_NAMES.filter((each) => each !== kind),
      name,
      bytes(content),
    ),
  ).toBe(false);
});

test.for([
  ['a program that is called a PDF', 'work.pdf', 'MZ\x90\x00'],
  ['a PDF that is called a program', 'work.exe', '%PDF-1.7'],
  ['a name without an ending', 'work', '%PDF-1.7'],
  ['a text that is no text', 'work.txt', 'a\x00b'],
  ['a text in no known letters', 'work.txt', '\xff\xfe\x41'],
  ['a name with two endings', 'work.pdf.html', '%PDF-1.7\xff'],
] as const)('%s is refused', ([, name, content]) => {
  expect(isOfKind(FILE_KIND_NAMES, name, bytes(content))).toBe(false);
});
