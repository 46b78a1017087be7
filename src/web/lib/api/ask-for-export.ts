import type { ExportWish } from '#contract/administration/exports';
import type { Api } from './api-client.ts';

export type { ExportWish } from '#contract/administration/exports';

/** Whether the file is written in the background; a small one is downloaded directly. */
export async function askForExport(api: Api, wish: ExportWish): Promise<boolean> {
  const { export: background } = await api.exports.request(wish);
  return background !== null;
}
