import type { LandingBlock } from '#contract/administration/landing';
import type { LandingKind } from '#domain/site/landing/landing-blocks';

const NO_PICTURE = { picture: null, alt: '' };
const NO_BUTTON = { button: '', buttonTo: '' };

/** A block as it is added: with one row of what it can't be without. */
export function newBlock(kind: LandingKind): LandingBlock {
  const block = { id: crypto.randomUUID(), hidden: false };
  switch (kind) {
    case 'hero':
      return { ...block, kind, title: '', text: '', ...NO_BUTTON, ...NO_PICTURE };
    case 'featured':
      return { ...block, kind, title: '', courses: [] };
    case 'lab':
      return { ...block, kind };
    case 'reasons':
      return { ...block, kind, title: '', reasons: [] };
    case 'call':
      return { ...block, kind, title: '', ...NO_BUTTON };
    case 'text':
      return { ...block, kind, title: '', markdown: '' };
    case 'picture':
      return { ...block, kind, ...NO_PICTURE, caption: '' };
    case 'numbers':
      return { ...block, kind, numbers: [{ value: '', label: '' }] };
    case 'quotes':
      return { ...block, kind, title: '', quotes: [{ text: '', author: '' }] };
    case 'pricing':
    case 'faq':
      return { ...block, kind, title: '' };
  }
}
