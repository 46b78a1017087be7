/** Where the store keeps a file of lessons and exams: never where files are that everybody may open. */
export function mediaKey(id: string, ending: string): string {
  return `content-${id}.${ending}`;
}
