type Listener = (payload: any) => void;

export class Emitter {
  private listeners = new Map<string, Set<Listener>>();

  on(event: string, listener: Listener): () => void {
    let set = this.listeners.get(event);
    if (!set) {
      set = new Set();
      this.listeners.set(event, set);
    }
    set.add(listener);
    return () => {
      set.delete(listener);
    };
  }

  emit(event: string, payload: any): void {
    for (const listener of this.listeners.get(event) ?? []) listener(payload);
  }
}
