import { useEffect, useRef, useState } from 'react';
import { SearchField } from './search-field.tsx';

const TYPING_MS = 200;

interface SearchBoxProps {
  label: string;
  /** The label unless the field says more. */
  placeholder?: string;
  name?: string;
  size?: 'sm' | 'md';
  /** What the address says. */
  value: string | undefined;
  onChange: (words: string) => void;
}

/** Answers while one types, a moment after the last key. Back, forward and links change what stands in it. */
export function SearchBox({ onChange, value = '', ...rest }: SearchBoxProps) {
  const [, draw] = useState({});
  const sent = useRef(value);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (value === sent.current || !field.current) return;
    sent.current = value;
    field.current.value = value;
  }, [value]);
  // Also what a quick reader has typed before the page was hydrated.
  useEffect(() => {
    const timer = setTimeout(() => {
      // A page that is being left has given its field up already.
      const words = field.current?.value.trim();
      if (words === undefined || words === sent.current.trim()) return;
      sent.current = words;
      onChange(words);
    }, TYPING_MS);
    return () => clearTimeout(timer);
  });
  return (
    <SearchField
      ref={field}
      placeholder={rest.label}
      maxLength={200}
      {...rest}
      defaultValue={value}
      onChange={() => draw({})}
    />
  );
}
