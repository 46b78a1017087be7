type Args<P> = [P] extends [undefined] ? [] : [payload: P];

export class Emitter<Events> {
  // The listeners of one event share a type, but those of different events do not, and one map holds them all.
  // Any listener of one parameter is assignable to this type.
  private listeners = new Map<keyof Events, Set<(payload: never) => void>>();

  on<K extends keyof Events>(event: K, listener: (payload: Events[K]) => void): () => void {
    const set = this.listeners.get(event) ?? new Set();
    this.listeners.set(event, set);
    set.add(listener);
    return () => {
      set.delete(listener);
    };
  }

  once<K extends keyof Events>(event: K, listener: (payload: Events[K]) => void): () => void {
    const off = this.on(event, (payload) => {
      // First of all, so that a listener which emits the event again is not called twice.
      off();
      listener(payload);
    });
    return off;
  }

  emit<K extends keyof Events>(event: K, ...args: Args<Events[K]>): void {
    const [payload] = args;
    // Safe: `on` puts only listeners of Events[K] under the key K.
    for (const listener of this.listeners.get(event) ?? []) listener(payload as never);
  }
}
