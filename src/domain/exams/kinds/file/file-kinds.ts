interface KnownFile {
  readonly endings: readonly string[];
  /** Whether the content is of this kind, whatever the file is called. */
  readonly holds: (bytes: Uint8Array) => boolean;
}

const begins =
  (...signatures: readonly string[]) =>
  (bytes: Uint8Array) =>
    signatures.some((signature) =>
      [...signature].every((letter, index) => bytes[index] === letter.charCodeAt(0)),
    );

/** What can be handed in, by the name that a course folder gives it. */
export const FILE_KINDS = {
  pdf: { endings: ['pdf'], holds: begins('%PDF-') },
  text: {
    endings: [
      'txt',
      'md',
      'csv',
      'json',
      'yaml',
      'yml',
      'sql',
      'py',
      'js',
      'ts',
      'tsx',
      'css',
      'html',
      'sh',
      'log',
    ],
    holds: isText,
  },
  picture: {
    endings: ['png', 'jpg', 'jpeg', 'gif', 'webp'],
    holds: (bytes) =>
      begins('\x89PNG\r\n\x1a\n', '\xff\xd8\xff', 'GIF87a', 'GIF89a')(bytes) ||
      (begins('RIFF')(bytes) && begins('WEBP')(bytes.subarray(8))),
  },
  document: { endings: ['docx', 'odt', 'xlsx', 'ods', 'pptx', 'odp'], holds: begins('PK\x03\x04') },
  archive: { endings: ['zip'], holds: begins('PK\x03\x04', 'PK\x05\x06') },
} as const satisfies Readonly<Record<string, KnownFile>>;

export type FileKind = keyof typeof FILE_KINDS;
export const FILE_KIND_NAMES = Object.keys(FILE_KINDS) as [FileKind, ...FileKind[]];

/** Whether a file is one of these kinds, by its name and by what is in it. */
export function isOfKind(kinds: readonly FileKind[], name: string, bytes: Uint8Array): boolean {
  const ending = endingOf(name);
  return kinds.some((kind) => {
    const { endings, holds }: KnownFile = FILE_KINDS[kind];
    return endings.includes(ending) && holds(bytes);
  });
}

/** The ending of a file's name without the dot, in small letters. */
export function endingOf(name: string): string {
  return /\.([A-Za-z0-9]{1,8})$/.exec(name)?.[1]?.toLowerCase() ?? '';
}

function isText(bytes: Uint8Array): boolean {
  if (bytes.includes(0)) return false;
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
}
