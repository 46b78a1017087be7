import { keysText } from './keys-text.ts';
import { type ToolButton, Toolbar } from './toolbar.tsx';
import type { WritingTool } from './writing-tools.ts';

/** What the toolbar turns on and off, besides its tools. */
export type Switch = Pick<ToolButton, 'id' | 'name' | 'icon' | 'isOn' | 'onClick'>;

interface WritingToolbarProps {
  /** Id of the field that it works on. */
  controls: string;
  tools: readonly WritingTool[];
  switches: readonly Switch[];
  onTool: (id: string) => void;
}

/** The toolbar above Markdown. */
export function WritingToolbar({ controls, onTool, switches, tools }: WritingToolbarProps) {
  const shown = tools.filter(({ isRare }) => !isRare);
  const buttons = shown.map(({ group, icon, id, keys, letters, name }, index): ToolButton => {
    const isFirst = index > 0 && shown[index - 1]?.group !== group;
    return {
      id,
      icon,
      letters,
      name: name(),
      keys: keys && keysText(keys),
      begins: isFirst ? 'group' : undefined,
      onClick: () => onTool(id),
    };
  });
  const ends = switches.map(
    (one, index): ToolButton => ({ ...one, begins: index === 0 ? 'end' : undefined }),
  );
  return <Toolbar controls={controls} tools={[...buttons, ...ends]} />;
}
