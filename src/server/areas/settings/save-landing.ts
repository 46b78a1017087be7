import { type LandingSettings, type StoredLanding, storedLanding } from '#contract/administration/landing';
import { canAdminister } from '#domain/access/can-administer';
import { plainText } from '#domain/courses/plain-text';
import { isClosedFile } from '#server/areas/media/media-sql';
import { authorise } from '#server/authorise';
import { Failure } from '#server/failure';
import { renderMarkdown } from '#server/markdown/render-markdown';
import type { Caller, Services } from '#server/services';
import { m } from '../../../messages/messages.js';
import type { Saved } from './get-setting.ts';
import { saveSetting } from './save-setting.ts';

type Blocks = LandingSettings['blocks'];

/** Saves the blocks of the landing page, with their texts rendered. Fails with BAD_INPUT for a picture that visitors can't see. */
export async function saveLanding(
  services: Services,
  caller: Caller,
  { blocks, version }: LandingSettings & { readonly version: number },
): Promise<Saved<StoredLanding>> {
  authorise(canAdminister(caller.viewer));
  await refuseClosedPictures(services, blocks);
  const value = { blocks: await renderTexts(blocks) };
  return saveSetting(services, caller, { name: 'landing', form: storedLanding, version, value });
}

async function refuseClosedPictures({ db }: Pick<Services, 'db'>, blocks: Blocks): Promise<void> {
  for (const [index, block] of blocks.entries()) {
    if (!('picture' in block) || !block.picture) continue;
    if (await isClosedFile(db.kysely, block.picture.address))
      throw new Failure('BAD_INPUT', {
        fields: {
          [`blocks.${index}.picture`]: m.faults_visitors_cant_see_this_file_because_it(),
        },
      });
  }
}

/** Before the transaction: rendering takes time. */
async function renderTexts(blocks: Blocks): Promise<StoredLanding['blocks']> {
  const cleaned = blocks.map((block) =>
    block.kind === 'text' ? { ...block, markdown: plainText(block.markdown) } : block,
  );
  const texts = cleaned.flatMap((block) => (block.kind === 'text' ? [block.markdown] : []));
  const html = (await renderMarkdown(texts)).values();
  return cleaned.map((block) =>
    block.kind === 'text' ? { ...block, html: html.next().value ?? '' } : block,
  );
}
