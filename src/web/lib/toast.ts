export interface Toast {
  readonly id: number;
  readonly at: number;
  readonly title: string;
  readonly description: string | undefined;
  readonly variant: 'default' | 'destructive';
  /** The call that failed, as `ApiError` names it: the toast goes as soon as this call succeeds. */
  readonly call: string | undefined;
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

/** A failure as old as this was seen, and whoever tried again may know that it is over. */
const SEEN_MS = 1000;

/**
 * Says something at the bottom right: `toast({ title, description, variant: 'destructive' })`. At most four at once. What
 * succeeds takes the earlier failures away and what said the same, and a failure the earlier one of the same title: a row
 * of them covers the page. What offers an action stays, as each undoes something else.
 */
export function toast(what: { title: string } & Partial<Omit<Toast, 'id' | 'at' | 'title'>>): void {
  lastId += 1;
  const { title, description, variant = 'default', call, action } = what;
  const at = Date.now();
  const isKept = (one: Toast) =>
    one.variant === variant
      ? one.action !== undefined || one.title !== title || one.description !== description
      : at - one.at < SEEN_MS;
  const left = shown.filter((one) => (variant === 'default' ? isKept(one) : one.title !== title));
  change([...left, { id: lastId, title, description, variant, call, action, at }].slice(-4));
}

export function dismissToast(id: number): void {
  change(shown.filter((one) => one.id !== id));
}

/** Takes away what was said about earlier failures of a call that has succeeded now, whether or not its success shows a toast. */
export function dismissFailures(call: string): void {
  if (shown.some((one) => one.call === call)) change(shown.filter((one) => one.call !== call));
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
