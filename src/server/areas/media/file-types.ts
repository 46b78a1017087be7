export interface FileType {
  readonly mime: string;
  /** Whether the bytes are what the ending says. */
  readonly matches: (bytes: Buffer) => boolean;
}

const begins =
  (hex: string, at = 0) =>
  (bytes: Buffer) =>
    bytes.toString('hex', at, at + hex.length / 2) === hex;
const isZip = begins('504b0304');
const isText = (bytes: Buffer) => {
  if (bytes.includes(0)) return false;
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
};
const isVideoFile = begins('66747970', 4);
const isSound = (bytes: Buffer) => begins('494433')(bytes) || (bytes[0] === 0xff && (bytes[1] ?? 0) >= 0xe0);

/** Files that lessons may offer, by their ending. Texts are sent as plain text, whatever they are about. */
export const FILE_TYPES: Readonly<Record<string, FileType>> = {
  pdf: { mime: 'application/pdf', matches: begins('255044462d') },
  ...of('application/zip', isZip, 'zip docx xlsx pptx odt ods odp'),
  ...of(
    'text/plain; charset=utf-8',
    isText,
    'txt tsv json sql py ipynb r js ts java c cpp cs go rs sh tex bib',
  ),
  vtt: {
    mime: 'text/vtt; charset=utf-8',
    matches: (bytes) => isText(bytes) && /^\uFEFF?WEBVTT\b/.test(bytes.toString('utf8')),
  },
  csv: { mime: 'text/csv; charset=utf-8', matches: isText },
  mp3: { mime: 'audio/mpeg', matches: isSound },
  wav: { mime: 'audio/wav', matches: begins('57415645', 8) },
  ogg: { mime: 'audio/ogg', matches: begins('4f676753') },
  ...of('audio/mp4', isVideoFile, 'm4a'),
  ...of('video/mp4', isVideoFile, 'mp4'),
  webm: { mime: 'video/webm', matches: begins('1a45dfa3') },
};

/** Pictures, which are shown where they stand; everything else is a download. */
export const PICTURE_TYPES: Readonly<Record<string, string>> = {
  png: 'image/png',
  jpg: 'image/jpeg',
  webp: 'image/webp',
  gif: 'image/gif',
  avif: 'image/avif',
  svg: 'image/svg+xml',
};

function of(mime: string, matches: FileType['matches'], endings: string): Record<string, FileType> {
  return Object.fromEntries(endings.split(' ').map((ending) => [ending, { mime, matches }]));
}
