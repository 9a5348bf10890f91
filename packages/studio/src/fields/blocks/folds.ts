/** Which blocks are folded, by their keys, for as long as the page lasts: leaving a field or a tab forgets none of it. */
const folded = new Set<string>();
const listeners = new Set<() => void>();

export function isFolded(key: string): boolean {
  return folded.has(key);
}

/** Folds or unfolds those blocks. */
export function fold(keys: Iterable<string>, isToFold: boolean): void {
  for (const key of keys)
    if (isToFold) folded.add(key);
    else folded.delete(key);
  for (const listener of listeners) listener();
}

/** Calls back when some block was folded or unfolded; gives the function that ends that. */
export function subscribeFolds(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
