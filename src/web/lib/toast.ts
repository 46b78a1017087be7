export interface Toast {
  readonly id: number;
  readonly title: string;
  readonly description: string | undefined;
  readonly variant: 'default' | 'destructive';
  /** Undo, where undo exists. */
  readonly action: { readonly label: string; readonly run: () => void } | undefined;
}

const NOBODY: readonly Toast[] = [];
let shown: readonly Toast[] = NOBODY;
let lastId = 0;
const listeners = new Set<() => void>();

function change(next: readonly Toast[]): void {
  shown = next;
  for (const listener of listeners) listener();
}

/** Says something at the bottom right: `toast({ title, description, variant: 'destructive' })`. At most four at once. */
export function toast(what: { title: string } & Partial<Omit<Toast, 'id' | 'title'>>): void {
  lastId += 1;
  const { title, description, variant = 'default', action } = what;
  change([...shown, { id: lastId, title, description, variant, action }].slice(-4));
}

export function dismissToast(id: number): void {
  change(shown.filter((one) => one.id !== id));
}

/** For the toaster: what to show now, and how to hear of changes. */
export const toasts = {
  current: () => shown,
  none: () => NOBODY,
  subscribe: (listener: () => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};
