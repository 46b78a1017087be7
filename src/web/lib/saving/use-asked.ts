import { useState } from 'react';

/** What a dialog asks about; null: it is closed. Work that ends closes its own question and none that was asked since. */
export function useAsked<Subject>() {
  const [asked, ask] = useState<Subject | null>(null);
  const close = (subject: Subject | null) => ask((now) => (now === subject ? null : now));
  return { asked, ask, close };
}
