/**
 * Work in steps, some of which may have to wait: if none has to, it runs through without a single promise, which would
 * cost more than the steps. Invariant: work that waited continues exactly where it stopped.
 */

/** A value, now or later. */
export type MaybePromise<T> = T | Promise<T>;

/** Work that returns a `T`; it yields whatever it has to wait for. */
export type Steps<T> = Generator<Promise<unknown>, T, unknown>;

/** Continues with a value: at once if it is available. */
export function after<T, R>(value: MaybePromise<T>, goOn: (value: T) => R): MaybePromise<R> {
  return value instanceof Promise ? value.then(goOn) : goOn(value);
}

/** Within steps: the value itself, awaited if necessary. */
export function* settled<T>(value: MaybePromise<T>): Steps<T> {
  return value instanceof Promise ? ((yield value) as T) : value;
}

/**
 * Runs steps: synchronously if nothing has to be waited for.
 * @throws what the steps throw, or what they wait for
 */
export function inSteps<T>(steps: Steps<T>): MaybePromise<T> {
  const first = steps.next();
  return first.done === true ? first.value : goOn(steps, first.value);
}

async function goOn<T>(steps: Steps<T>, awaited: Promise<unknown>): Promise<T> {
  let waiting = awaited;
  for (;;) {
    const next = await waiting.then(
      (value) => steps.next(value),
      (error: unknown) => steps.throw(error),
    );
    if (next.done === true) return next.value;
    waiting = next.value;
  }
}
