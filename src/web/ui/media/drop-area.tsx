import { type ReactNode, useState } from 'react';
import classes from './drop-area.module.css';

interface DropAreaProps {
  onFiles: (files: File[]) => void;
  children: ReactNode;
}

/** Takes files that are dropped onto it; what is in it must offer the same to the keyboard. */
export function DropArea({ children, onFiles }: DropAreaProps) {
  const [isOver, setIsOver] = useState(false);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is a shortcut of the button inside.
    <div
      className={classes.area}
      data-over={isOver || undefined}
      onDragOver={(event) => {
        event.preventDefault();
        setIsOver(true);
      }}
      onDragLeave={() => setIsOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setIsOver(false);
        const files = [...event.dataTransfer.files];
        if (files.length > 0) onFiles(files);
      }}
    >
      {children}
    </div>
  );
}
