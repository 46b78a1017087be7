import { useState } from 'react';

/**
 * For the route above 'new' and '$id': what its first save created is edited in the form that created it, at its own
 * address. So the tab, the open section, the scroll position, the focus and what is being typed stay. `id` is the one in the
 * address.
 */
export function useFirstSave(id: string | undefined, goTo: (id: string) => void) {
  const [seen, setSeen] = useState(id);
  const [created, setCreated] = useState<string | null>(null);
  const [visit, setVisit] = useState(0);
  if (id !== seen) {
    setSeen(id);
    // Somewhere else: the next new one begins with an empty form.
    if (id !== created) {
      setCreated(null);
      setVisit(visit + 1);
    }
  }
  return {
    /** Whether the form of the new one is what belongs on the screen. */
    isHere: id === undefined || id === created,
    formKey: visit,
    onSaved: (saved: string) => {
      if (saved === created) return;
      setCreated(saved);
      goTo(saved);
    },
  };
}
