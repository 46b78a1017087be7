import type { Plugin } from 'vite';

const MESSAGE = /\/src\/messages\/messages\/\w+\.js$/;
const CHOOSING = /\n\/\*\*[^\n]*\n(?:\*[^\n]*\n)*\*\/\nexport const (\w+) =/;

/**
 * There is one language so far: takes the choice of language out of every message, which spares the browser 3 kB. With a
 * second language this plugin goes.
 */
export function leanMessagesPlugin(): Plugin {
  return {
    name: 'lectern:lean-messages',
    transform: (code, id) => (MESSAGE.test(id) ? leanMessage(code) : null),
  };
}

export function leanMessage(code: string): string | null {
  const choosing = CHOOSING.exec(code);
  const name = choosing?.[1];
  if (!name || !code.includes(`const en_${name} =`)) return null;
  const words = code.slice(0, choosing.index).replace(/^import \{[^}]*\} from '\.\.\/runtime\.js';$/m, '');
  return `${words}\nexport { en_${name} as ${name} };\n`;
}
