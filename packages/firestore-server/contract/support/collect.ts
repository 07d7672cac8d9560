/** Received events, which tests await one condition after another. */
export interface Collected<Event> {
  push(event: Event): void;
  all: Event[];
  /** The first event after the last awaited one that meets the condition. */
  next(condition?: (event: Event) => boolean): Promise<Event>;
}

export function collect<Event>(): Collected<Event> {
  const all: Event[] = [];
  let position = 0;
  let check = (): void => undefined;
  return {
    all,
    push(event) {
      all.push(event);
      check();
    },
    next: (condition = () => true) =>
      new Promise((resolve) => {
        check = () => {
          while (position < all.length) {
            const event = all[position++] as Event;
            if (condition(event)) {
              check = () => undefined;
              return resolve(event);
            }
          }
        };
        check();
      }),
  };
}
