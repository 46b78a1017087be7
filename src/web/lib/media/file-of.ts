import type { MediaFile } from '#contract/administration/media';

/** The bytes of a file of the library, for a place that keeps a copy of its own. Fails with TypeError. */
export async function fileOf({ address, name }: Pick<MediaFile, 'address' | 'name'>): Promise<File> {
  const reply = await fetch(address);
  if (!reply.ok) throw new TypeError(`${address} answered ${reply.status}`);
  const blob = await reply.blob();
  return new File([blob], name, { type: blob.type });
}
