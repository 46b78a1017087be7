import { expect, test } from 'vitest';
import { contract } from '#contract/contract';
import { filesIn, pictureMarkdown } from './picture-text.ts';
import { faultOf, UPLOAD_ROUTE } from './use-upload.ts';

test('a picture is written so that its words stay words', () => {
  expect(pictureMarkdown(' A [river]\nat \\night ', '/media/x.png')).toBe(
    '![A \\[river\\] at \\\\night](/media/x.png)',
  );
  expect(pictureMarkdown('', '/media/x.png')).toBe('![](/media/x.png)');
});

test('a file is refused before it is sent where that is certain', () => {
  expect(faultOf({ name: 'a.png', size: 10, type: 'image/png' }, 'text')).toBe(null);
  expect(faultOf({ name: 'a.avif', size: 10, type: '' }, 'cover')).toBe(null);
  expect(faultOf({ name: 'a.pdf', size: 10, type: 'application/pdf' }, 'text')).toContain('a.pdf');
  expect(faultOf({ name: 'a.pdf', size: 25 * 1024 * 1024, type: 'application/pdf' }, 'file')).toBe(null);
  expect(faultOf({ name: 'a.png', size: 10 * 1024 * 1024 + 1, type: 'image/png' }, 'file')).toContain(
    '10 MB',
  );
});

test('uploads go where the contract says', () => {
  const { method, path } = contract.media.upload['~orpc'].route;
  expect([method, path]).toEqual(UPLOAD_ROUTE);
});

test('pasted files are taken, but never the picture that a copied text comes with', () => {
  const picture = new File([''], 'image.png', { type: 'image/png' });
  const plan = new File([''], 'plan.pdf', { type: 'application/pdf' });
  const pasted = (text: string, ...files: File[]) =>
    filesIn({ files: files as unknown as FileList, getData: () => text }).map(({ name }) => name);
  expect(pasted('', picture, plan)).toEqual(['image.png', 'plan.pdf']);
  expect(pasted('A table', picture)).toEqual([]);
  expect(pasted('A table', picture, plan)).toEqual(['plan.pdf']);
  expect(pasted('/home/a/plan.pdf\nimage.png', picture, plan)).toEqual(['image.png', 'plan.pdf']);
});
