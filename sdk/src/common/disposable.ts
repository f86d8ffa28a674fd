/** Something that was registered and can be taken back. Disposing twice is harmless. @public */
export interface Disposable {
  dispose(): void;
}

/** Wraps a clean-up function; it runs at most once. @public */
export function toDisposable(cleanUp: () => void): Disposable {
  let done = false;
  return {
    dispose() {
      if (done) return;
      done = true;
      cleanUp();
    },
  };
}

/**
 * Owns disposables and disposes them in reverse order of registration.
 * One that throws does not keep the others from being disposed; the first error is rethrown at the end.
 * Adding to a disposed store disposes the newcomer at once, so that late registrations cannot leak.
 * @public
 */
export class DisposableStore implements Disposable {
  private items: Disposable[] = [];
  private closed = false;

  get disposed(): boolean {
    return this.closed;
  }

  /** Number of live registrations; the leak test asserts 0 after dispose. */
  get size(): number {
    return this.items.length;
  }

  /** Registers `item` and returns it; removing it early is `item.dispose()` plus {@link delete}. */
  add<T extends Disposable>(item: T): T {
    if (this.closed) item.dispose();
    else this.items.push(item);
    return item;
  }

  /** Forgets `item` without disposing it. */
  delete(item: Disposable): void {
    const at = this.items.indexOf(item);
    if (at >= 0) this.items.splice(at, 1);
  }

  dispose(): void {
    if (this.closed) return;
    this.closed = true;
    const errors: unknown[] = [];
    for (const item of this.items.splice(0).reverse()) {
      try {
        item.dispose();
      } catch (error) {
        errors.push(error);
      }
    }
    if (errors.length > 0) throw errors[0];
  }
}
