import { type ReactNode, useRef } from 'react';
import { PICTURES } from '#web/lib/media/use-upload.ts';
import { Button, type ButtonProps } from '../button.tsx';

interface FileButtonProps extends Pick<ButtonProps, 'variant' | 'size' | 'busy' | 'autoFocus'> {
  onFiles: (files: File[]) => void;
  children: ReactNode;
  /** What the dialog offers; by default pictures. */
  accept?: string;
  /** Several may be chosen at once. */
  multiple?: boolean;
}

/** A button that opens the dialog of files. */
export function FileButton({ accept = PICTURES, children, multiple, onFiles, ...look }: FileButtonProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button {...look} onClick={() => input.current?.click()}>
        {children}
      </Button>
      <input
        ref={input}
        hidden
        type="file"
        accept={accept}
        multiple={multiple}
        onChange={({ target }) => {
          const files = [...(target.files ?? [])];
          // The same file can be chosen again.
          target.value = '';
          if (files.length > 0) onFiles(files);
        }}
      />
    </>
  );
}
