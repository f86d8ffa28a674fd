import type { ShellUi } from '@orrery/sdk/web';

type Question = Parameters<ShellUi['confirm']>[0];

/** A question that waits for its answer. */
export interface OpenQuestion extends Question {
  answer(agreed: boolean): void;
}

/** Questions to the person, one at a time. */
export interface ConfirmQueue {
  readonly current: OpenQuestion | undefined;
  readonly ask: ShellUi['confirm'];
  subscribe(listener: () => void): () => void;
}

/** Creates the queue; somebody draws `current`. */
export function createConfirmQueue(): ConfirmQueue {
  const waiting: OpenQuestion[] = [];
  const listeners = new Set<() => void>();
  const tell = () => listeners.forEach((listener) => listener());
  return {
    get current() {
      return waiting[0];
    },
    ask: (question) =>
      new Promise((resolve) => {
        const open: OpenQuestion = {
          ...question,
          answer(agreed) {
            waiting.splice(waiting.indexOf(open), 1);
            resolve(agreed);
            tell();
          },
        };
        waiting.push(open);
        tell();
      }),
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
