import type { ReactNode } from 'react';

interface ListOptionProps {
  id: string;
  isActive: boolean;
  className?: string | undefined;
  onChoose: () => void;
  children: ReactNode;
}

/** An option of a combobox. The focus stays in its field; the pointer chooses without taking it. */
export function ListOption({ children, className, id, isActive, onChoose }: ListOptionProps) {
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the field of the combobox has the focus and takes the keys.
    // biome-ignore lint/a11y/useFocusableInteractive: the field of the combobox has the focus.
    <div
      id={id}
      role="option"
      aria-selected={isActive}
      className={className}
      onPointerDown={(event) => event.preventDefault()}
      onClick={onChoose}
    >
      {children}
    </div>
  );
}
