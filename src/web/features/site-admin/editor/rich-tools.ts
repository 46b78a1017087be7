import type { Editor } from '@tiptap/react';
import { m } from '#web/lib/messages.ts';

interface Tool {
  readonly id: string;
  readonly label: () => string;
  /** A letter, or the path of an icon in a box of 20 by 20. */
  readonly text?: string;
  readonly icon?: string;
  readonly keys?: string;
  readonly isOn?: (editor: Editor) => boolean;
  readonly can?: (editor: Editor) => boolean;
  readonly run: (editor: Editor) => void;
}

const heading = (level: 2 | 3 | 4, label: () => string): Tool => ({
  id: `h${level}`,
  label,
  text: `H${level}`,
  keys: `Ctrl+Alt+${level}`,
  isOn: (editor) => editor.isActive('heading', { level }),
  run: (editor) => editor.chain().focus().toggleHeading({ level }).run(),
});

export const TOOLS: readonly Tool[] = [
  heading(2, m.settings_tool_h2),
  heading(3, m.settings_tool_h3),
  heading(4, m.settings_tool_h4),
  {
    id: 'bold',
    label: m.settings_tool_bold,
    text: 'B',
    keys: 'Ctrl+B',
    isOn: (editor) => editor.isActive('bold'),
    run: (editor) => editor.chain().focus().toggleBold().run(),
  },
  {
    id: 'italic',
    label: m.settings_tool_italic,
    text: 'I',
    keys: 'Ctrl+I',
    isOn: (editor) => editor.isActive('italic'),
    run: (editor) => editor.chain().focus().toggleItalic().run(),
  },
  {
    id: 'underline',
    label: m.settings_tool_underline,
    text: 'U',
    keys: 'Ctrl+U',
    isOn: (editor) => editor.isActive('underline'),
    run: (editor) => editor.chain().focus().toggleUnderline().run(),
  },
  {
    id: 'strike',
    label: m.settings_tool_strike,
    text: 'S',
    keys: 'Ctrl+Shift+S',
    isOn: (editor) => editor.isActive('strike'),
    run: (editor) => editor.chain().focus().toggleStrike().run(),
  },
  {
    id: 'link',
    label: m.settings_tool_link,
    icon: 'M8.5 11.5a3 3 0 0 0 4.2 0l2.5-2.5a3 3 0 0 0-4.2-4.2l-1 1M11.5 8.5a3 3 0 0 0-4.2 0l-2.5 2.5a3 3 0 0 0 4.2 4.2l1-1',
    isOn: (editor) => editor.isActive('link'),
    run: () => undefined,
  },
  {
    id: 'picture',
    label: m.media_picture,
    icon: 'M3.5 4.5h13v11h-13zM3.5 13l3.5-3.5 3 3 2-2 4.5 4M12.5 7.5h.01',
    run: () => undefined,
  },
  {
    id: 'bullets',
    label: m.settings_tool_bullets,
    icon: 'M8 5.5h8.5M8 10h8.5M8 14.5h8.5M4 5.5h.01M4 10h.01M4 14.5h.01',
    keys: 'Ctrl+Shift+8',
    isOn: (editor) => editor.isActive('bulletList'),
    run: (editor) => editor.chain().focus().toggleBulletList().run(),
  },
  {
    id: 'numbers',
    label: m.settings_tool_numbers,
    icon: 'M9 5.5h7.5M9 10h7.5M9 14.5h7.5M3.5 4.5l1-.5v3.5M3.5 12.5h2l-2 3h2',
    keys: 'Ctrl+Shift+7',
    isOn: (editor) => editor.isActive('orderedList'),
    run: (editor) => editor.chain().focus().toggleOrderedList().run(),
  },
  {
    id: 'quote',
    label: m.settings_tool_quote,
    icon: 'M4 5v10M8 6.5h8.5M8 10h8.5M8 13.5h5',
    keys: 'Ctrl+Shift+B',
    isOn: (editor) => editor.isActive('blockquote'),
    run: (editor) => editor.chain().focus().toggleBlockquote().run(),
  },
  {
    id: 'code',
    label: m.settings_tool_code,
    icon: 'M7 6l-4 4 4 4M13 6l4 4-4 4',
    keys: 'Ctrl+E',
    isOn: (editor) => editor.isActive('code'),
    run: (editor) => editor.chain().focus().toggleCode().run(),
  },
  {
    id: 'block',
    label: m.settings_tool_block,
    icon: 'M3.5 4h13v12h-13zM7.5 8l-2 2 2 2M12.5 8l2 2-2 2',
    keys: 'Ctrl+Alt+C',
    isOn: (editor) => editor.isActive('codeBlock'),
    run: (editor) => editor.chain().focus().toggleCodeBlock().run(),
  },
  {
    id: 'rule',
    label: m.settings_tool_rule,
    icon: 'M3 10h14',
    run: (editor) => editor.chain().focus().setHorizontalRule().run(),
  },
  {
    id: 'undo',
    label: m.settings_tool_undo,
    icon: 'M7.5 4.5L4 8l3.5 3.5M4 8h8a4 4 0 0 1 0 8H9',
    keys: 'Ctrl+Z',
    can: (editor) => editor.can().undo(),
    run: (editor) => editor.chain().focus().undo().run(),
  },
  {
    id: 'redo',
    label: m.settings_tool_redo,
    icon: 'M12.5 4.5L16 8l-3.5 3.5M16 8H8a4 4 0 0 0 0 8h3',
    keys: 'Ctrl+Shift+Z',
    can: (editor) => editor.can().redo(),
    run: (editor) => editor.chain().focus().redo().run(),
  },
];
