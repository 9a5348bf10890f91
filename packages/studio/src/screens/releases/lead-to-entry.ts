/** The place of an entry on the screen of its release. */

/** The id of the part of an entry on the page. */
export function partId(key: string): string {
  return `entry-${key}`;
}

/** Shows an entry, and gives it the focus. */
export function leadToEntry(key: string): void {
  const part = document.getElementById(partId(key));
  part?.scrollIntoView();
  part?.focus({ preventScroll: true });
}
