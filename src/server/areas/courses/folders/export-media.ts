import type { Exam } from '#domain/courses/exam';
import { picturesOf, withPictures } from '#domain/exams/question-pictures';
import { WHOLE_BLOCKS } from '#server/areas/media/blocks/block-file';
import { endingOf } from '#server/areas/media/ending-of';
import { findMedia, findVideos } from '#server/areas/media/find-media';
import { safeName } from '#server/areas/media/safe-name';
import { editText } from '#server/markdown/edit-text';
import { linkAddresses } from '#server/markdown/link-addresses';
import { parseMarkdown } from '#server/markdown/parse-markdown';
import type { Services } from '#server/services';
import { besideVideo, writeVideoFile } from './formats/video-file.ts';
import { asAddress, freeFileName } from './free-file-name.ts';
import { questionTexts, withQuestionTexts } from './question-texts.ts';

const ADDRESS = /\/media\/[0-9a-f-]{36}\.[a-z0-9]{1,8}/g;

/** What a file of an export is written from. */
export type FileContent = string | Uint8Array | MediaFile;

/** A file of the library, read when it is its turn: what a course shows may be larger than memory. */
interface MediaFile {
  readonly address: string;
  readonly read: () => Promise<Uint8Array | ReadableStream<Uint8Array>>;
}

/** Texts and exams as files write them: with the names of the pictures and files beside them. */
export interface ExportedMedia {
  readonly inText: (source: string) => string;
  /** Of a video or its captions. */
  readonly inAddress: (address: string) => string;
  readonly inExam: <Kind extends Pick<Exam, 'questions'>>(exam: Kind) => Kind;
}

interface Written {
  readonly content: string;
  readonly videoUrl?: string | null;
  readonly captionsUrl?: string | null;
  readonly exam: Pick<Exam, 'questions'> | null;
}

/**
 * Puts the pictures and files that sections name, and what goes with their videos, among the files of an export, under the names that they came with, or
 * where `place` says.
 */
export async function exportMedia(
  services: Pick<Services, 'db' | 'storage'>,
  sections: readonly Written[],
  files: Map<string, FileContent>,
  place: (name: string) => string = (name) => name,
): Promise<ExportedMedia> {
  const texts = sections.flatMap(({ captionsUrl, content, exam, videoUrl }) => [
    content,
    videoUrl ?? '',
    captionsUrl ?? '',
    ...questionTexts(exam),
    ...picturesOf(exam),
  ]);
  const named = new Set(texts.flatMap((text) => text.match(ADDRESS) ?? []));
  const names = new Map<string, string>();
  const addFile = async (address: string) => {
    if (names.has(address)) return;
    const [found] = await findMedia(services, [address]);
    if (!found) return;
    // Names were longer once than archives and file systems allow.
    const wanted = place(safeName(found.name, endingOf(address)));
    const name = isFileAt(files.get(wanted), address) ? wanted : freeFileName(wanted, files.keys());
    files.set(name, { address, read: () => readMedia(services, address) });
    names.set(address, name);
  };
  for (const address of named) await addFile(address);
  for (const { address, tracks, video } of await findVideos(services, [...names.keys()])) {
    const beside = [video?.poster ?? '', ...tracks.map((track) => track.address)];
    for (const each of beside.filter((name) => name !== '')) await addFile(each);
    const path = names.get(address) ?? '';
    const text = writeVideoFile(path, { video, tracks }, names);
    if (text !== null) files.set(besideVideo(path), text);
  }
  const inText = (source: string) => withFileNames(source, names);
  return {
    inText,
    inAddress: (address) => asNamed(names.get(address)) ?? address,
    inExam: (exam) => withPictures(withQuestionTexts(exam, inText), (src) => names.get(src) ?? src),
  };
}

function isFileAt(content: FileContent | undefined, address: string): boolean {
  return typeof content === 'object' && 'address' in content && content.address === address;
}

/** What is written into a file or an archive. */
export async function contentOf(
  content: FileContent,
): Promise<string | Uint8Array | ReadableStream<Uint8Array>> {
  return typeof content === 'object' && 'read' in content ? content.read() : content;
}

async function readMedia(services: Pick<Services, 'db' | 'storage'>, address: string) {
  const [found] = await findMedia(services, [address], WHOLE_BLOCKS);
  if (!found) throw new Error(`${address} was removed while it was exported`);
  return found.file.read(0, found.file.size - 1);
}

function asNamed(name: string | undefined): string | undefined {
  return name === undefined ? undefined : asAddress(name);
}

function withFileNames(source: string, names: ReadonlyMap<string, string>): string {
  if (names.size === 0 || !source.includes('/media/')) return source;
  const edits = linkAddresses(parseMarkdown(source), source).flatMap(({ span, url }) => {
    const name = names.get(url);
    const isPlain = span !== null && source.slice(span.start, span.end) === url;
    return name === undefined || !isPlain ? [] : [{ ...span, text: asAddress(name) }];
  });
  return editText(source, edits);
}
