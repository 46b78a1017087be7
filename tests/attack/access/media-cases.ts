import {
  libraryFiles,
  libraryVideos,
  REPLACEMENT,
  removedFiles,
  replaceableFiles,
} from '../kit/own-things.ts';
import { type AccessCase, prepared } from './access-objects.ts';

const file = { prepare: libraryFiles, own: 'ok', unknown: 'MEDIA_NOT_FOUND' } as const;

/** The lines of the access table about the media library, which belongs to the school. */
export const MEDIA_CASES: Readonly<Record<string, AccessCase>> = {
  'media.upload': { input: () => ({ file: 'not a file' }), own: 'BAD_INPUT' },
  'media.finishUpload': {
    prepare: libraryFiles,
    input: (...args) => ({ ...prepared(...args), alt: '' }),
    own: 'ok',
    unknown: 'MEDIA_NOT_FOUND',
  },
  'media.update': { ...file, input: (...args) => ({ ...prepared(...args), alt: 'A river' }) },
  'media.replace': {
    ...file,
    prepare: replaceableFiles,
    input: (...args) => ({ ...prepared(...args), by: REPLACEMENT }),
  },
  'media.remakeSizes': { ...file, prepare: libraryVideos, input: prepared },
  'media.remove': { ...file, input: prepared },
  'media.restore': { ...file, prepare: removedFiles, input: prepared },
};
