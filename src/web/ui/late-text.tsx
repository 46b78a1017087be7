import { useEffect, useState } from 'react';

/**
 * A text of a part that comes late. What it says may have changed since the server sent it, while the rest of the page was
 * used already: it is shown again as soon as the part is loaded.
 */
export function LateText({ children }: { children: string }) {
  const [isAlive, setIsAlive] = useState(false);
  useEffect(() => setIsAlive(true), []);
  return (
    <span key={isAlive ? 'alive' : 'sent'} suppressHydrationWarning>
      {children}
    </span>
  );
}
