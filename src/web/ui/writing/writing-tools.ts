import { type Block, insertBlock } from '#domain/writing/insert-block';
import type { Selected, TextEdit } from '#domain/writing/text-edit';
import { type LineKind, toggleLines } from '#domain/writing/toggle-lines';
import { type Mark, toggleMark } from '#domain/writing/toggle-mark';
import { m } from '#web/lib/messages.ts';

/** What is asked before something is inserted. */
export type Question = 'link' | 'picture' | 'player' | 'file' | 'code';
export type View = 'full' | 'preview' | 'undo' | 'redo';

export interface WritingTool {
  readonly id: string;
  readonly group: 'style' | 'lines' | 'blocks' | 'media' | 'history';
  readonly name: () => string;
  /** Other words by which the slash menu finds it. */
  readonly aliases?: () => string;
  /** The path of an icon in a box of 20 by 20, or letters. */
  readonly icon?: string;
  readonly letters?: string;
  /** As CodeMirror names keys. */
  readonly keys?: string;
  readonly edit?: (selected: Selected) => TextEdit;
  readonly asks?: Question;
  /** Whether the slash menu has it: what stands on lines of its own. */
  readonly inMenu?: boolean;
  /** Left out of the toolbar, which has no room for everything. */
  readonly isRare?: boolean;
}

const mark = (sign: Mark) => (selected: Selected) => toggleMark(selected, sign);
const lines = (kind: LineKind) => (selected: Selected) => toggleLines(selected, kind);
const block = (make: () => Block) => (selected: Selected) => insertBlock(selected, make());

const heading = (level: 2 | 3 | 4, name: () => string): WritingTool => ({
  id: `h${level}`,
  group: 'style',
  name,
  aliases: () => `${m.writing_alias_heading()} h${level}`,
  letters: `H${level}`,
  keys: `Mod-Alt-${level}`,
  edit: lines(`h${level}`),
  inMenu: true,
  isRare: level === 4,
});

export const WRITING_TOOLS: readonly WritingTool[] = [
  heading(2, m.settings_tool_h2),
  heading(3, m.settings_tool_h3),
  heading(4, m.settings_tool_h4),
  { id: 'bold', group: 'style', name: m.settings_tool_bold, letters: 'B', keys: 'Mod-b', edit: mark('**') },
  {
    id: 'italic',
    group: 'style',
    name: m.settings_tool_italic,
    letters: 'I',
    keys: 'Mod-i',
    edit: mark('*'),
  },
  {
    id: 'strike',
    group: 'style',
    name: m.settings_tool_strike,
    letters: 'S',
    keys: 'Mod-Shift-x',
    edit: mark('~~'),
  },
  {
    id: 'code',
    group: 'style',
    name: m.settings_tool_code,
    icon: 'M7 6l-4 4 4 4M13 6l4 4-4 4',
    keys: 'Mod-e',
    edit: mark('`'),
  },
  {
    id: 'link',
    group: 'style',
    name: m.settings_tool_link,
    aliases: m.writing_alias_link,
    icon: 'M8.5 11.5a3 3 0 0 0 4.2 0l2.5-2.5a3 3 0 0 0-4.2-4.2l-1 1M11.5 8.5a3 3 0 0 0-4.2 0l-2.5 2.5a3 3 0 0 0 4.2 4.2l1-1',
    keys: 'Mod-k',
    asks: 'link',
    inMenu: true,
  },
  {
    id: 'bullets',
    group: 'lines',
    name: m.settings_tool_bullets,
    aliases: m.writing_alias_list,
    icon: 'M8 5.5h8.5M8 10h8.5M8 14.5h8.5M4 5.5h.01M4 10h.01M4 14.5h.01',
    keys: 'Mod-Shift-8',
    edit: lines('bullets'),
    inMenu: true,
  },
  {
    id: 'numbers',
    group: 'lines',
    name: m.settings_tool_numbers,
    aliases: m.writing_alias_list,
    icon: 'M9 5.5h7.5M9 10h7.5M9 14.5h7.5M3.5 4.5l1-.5v3.5M3.5 12.5h2l-2 3h2',
    keys: 'Mod-Shift-7',
    edit: lines('numbers'),
    inMenu: true,
  },
  {
    id: 'tasks',
    group: 'lines',
    name: m.writing_tool_tasks,
    aliases: m.writing_alias_tasks,
    icon: 'M9.5 5.5h7M9.5 14.5h7M3 5.5l1.3 1.3L7 4M3 12.5h4v4H3z',
    keys: 'Mod-Shift-9',
    edit: lines('tasks'),
    inMenu: true,
  },
  {
    id: 'quote',
    group: 'lines',
    name: m.settings_tool_quote,
    aliases: m.writing_alias_quote,
    icon: 'M4 5v10M8 6.5h8.5M8 10h8.5M8 13.5h5',
    keys: 'Mod-Shift-b',
    edit: lines('quote'),
    inMenu: true,
  },
  {
    id: 'table',
    group: 'blocks',
    name: m.writing_tool_table,
    aliases: m.writing_alias_table,
    icon: 'M3 4.5h14v11H3zM3 8.5h14M10 4.5v11M3 12h14',
    edit: block(() => ({
      before: '| ',
      words: m.writing_words_column(),
      after: ` | ${m.writing_words_column()} |\n| --- | --- |\n|  |  |\n|  |  |`,
    })),
    inMenu: true,
  },
  {
    id: 'callout',
    group: 'blocks',
    name: m.writing_tool_callout,
    aliases: m.writing_alias_callout,
    icon: 'M3.5 4h13v12h-13zM10 7.5v.01M10 10v3',
    edit: block(() => ({
      before: '> [!NOTE]\n> ',
      words: m.writing_words_callout(),
      after: '',
      each: '> ',
    })),
    inMenu: true,
  },
  {
    id: 'block',
    group: 'blocks',
    name: m.settings_tool_block,
    aliases: m.writing_alias_code,
    icon: 'M3.5 4h13v12h-13zM7.5 8l-2 2 2 2M12.5 8l2 2-2 2',
    keys: 'Mod-Alt-c',
    asks: 'code',
    inMenu: true,
  },
  {
    id: 'run',
    group: 'blocks',
    name: m.writing_tool_run,
    aliases: m.writing_alias_run,
    icon: 'M3.5 4h13v12h-13zM8.5 7.5v5l4-2.5z',
    edit: block(() => ({ before: '```js run\n', words: "console.log('Hello');", after: '\n```' })),
    inMenu: true,
  },
  {
    id: 'math',
    group: 'blocks',
    name: m.writing_tool_math,
    aliases: m.writing_alias_math,
    icon: 'M15 6V4.5H5L10.5 10 5 15.5h10V14',
    edit: block(() => ({ before: '$$\n', words: 'a^2 + b^2 = c^2', after: '\n$$' })),
    inMenu: true,
  },
  {
    id: 'diagram',
    group: 'blocks',
    name: m.writing_tool_diagram,
    aliases: m.writing_alias_diagram,
    icon: 'M7 3.5h6v4H7zM2.5 12.5h5v4h-5zM12.5 12.5h5v4h-5zM10 7.5v2.5M5 12.5V10h10v2.5',
    edit: block(() => ({
      before: '```mermaid\nflowchart LR\n  ',
      words: m.writing_words_diagram(),
      after: '\n```',
    })),
    inMenu: true,
  },
  {
    id: 'rule',
    group: 'blocks',
    name: m.settings_tool_rule,
    aliases: m.writing_alias_rule,
    icon: 'M3 10h14',
    edit: block(() => ({ before: '---', words: '', after: '\n\n' })),
    inMenu: true,
    isRare: true,
  },
  {
    id: 'picture',
    group: 'media',
    name: m.media_picture,
    aliases: m.writing_alias_picture,
    icon: 'M3 4h14v12H3zM3.5 14l4-4 3.5 3.5 2-2 3.5 3.5M13 8h.01',
    asks: 'picture',
    inMenu: true,
  },
  {
    id: 'player',
    group: 'media',
    name: m.media_video,
    aliases: m.writing_alias_video,
    icon: 'M3 5h9.5v10H3zM12.5 9l4.5-2.5v7L12.5 11',
    asks: 'player',
    inMenu: true,
  },
  {
    id: 'file',
    group: 'media',
    name: m.media_file,
    aliases: m.writing_alias_file,
    icon: 'M14.5 9l-5 5a3 3 0 0 1-4.3-4.3l5.6-5.6a2 2 0 0 1 2.9 2.9l-5.6 5.5a1 1 0 0 1-1.4-1.4L11.5 6.5',
    asks: 'file',
    inMenu: true,
  },
  {
    id: 'undo',
    group: 'history',
    name: m.settings_tool_undo,
    icon: 'M7.5 4.5L4 8l3.5 3.5M4 8h8a4 4 0 0 1 0 8H9',
    keys: 'Mod-z',
  },
  {
    id: 'redo',
    group: 'history',
    name: m.settings_tool_redo,
    icon: 'M12.5 4.5L16 8l-3.5 3.5M16 8H8a4 4 0 0 0 0 8h3',
    keys: 'Mod-Shift-z',
  },
];

const SHORT = ['bold', 'italic', 'code', 'link', 'bullets', 'numbers', 'block', 'math', 'picture'];

/** What the toolbar of a short text has; the slash menu has all. */
export const SHORT_TOOLS: readonly WritingTool[] = WRITING_TOOLS.filter(({ id }) => SHORT.includes(id));
