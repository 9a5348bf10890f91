/** Calls the functions of a site: what they throw is no fault of what is followed, and ends nothing. */

/** Calls one. What it throws, at once or later, goes to `onError`; without that it stays an uncaught error. */
export function called(run: () => unknown, onError: ((error: unknown) => void) | undefined): void {
  const done = (async () => run())();
  void (onError ? done.catch(onError) : done);
}
