import { type ReactNode, useState } from 'react';
import classes from './drop-area.module.css';

interface DropAreaProps {
  onFiles: (files: File[]) => void;
  /** Shows no frame before a file is over it: among the fields of a form. */
  isBare?: boolean;
  children: ReactNode;
}

/** Takes files that are dropped or pasted into it; what is in it must offer the same to the keyboard. */
export function DropArea({ children, isBare = false, onFiles }: DropAreaProps) {
  const [isOver, setIsOver] = useState(false);
  const take = (list: FileList) => {
    if (list.length > 0) onFiles([...list]);
    return list.length > 0;
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping and pasting are shortcuts of the button inside.
    <div
      className={isBare ? classes.bare : classes.area}
      data-over={isOver || undefined}
      onDragOver={(event) => {
        event.preventDefault();
        setIsOver(true);
      }}
      onDragLeave={() => setIsOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setIsOver(false);
        take(event.dataTransfer.files);
      }}
      onPaste={(event) => {
        if (take(event.clipboardData.files)) event.preventDefault();
      }}
    >
      {children}
    </div>
  );
}
