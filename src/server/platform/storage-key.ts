const KEY = /^[\w-]{1,80}\.\w{1,8}$/;

/** Whether this is a name that we give to a stored file: an id and an ending. Other files of a folder are not ours. */
export function isStorageKey(name: string): boolean {
  return KEY.test(name);
}

export function refuseOtherKeys(key: string): void {
  if (!isStorageKey(key)) throw new Error('invalid storage key');
}
