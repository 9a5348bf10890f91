/** The way out of Studio to an identity provider, and back to where the person was. */

/** Of this tab, so that two log-ins in one browser do not mix up where they lead. */
const NEXT = 'lectern.next';

/** Leaves for the provider. @param next address inside Studio to go on to after the log-in; the start if not given */
export function goToProvider(url: string, next?: string): void {
  if (next === undefined) sessionStorage.removeItem(NEXT);
  else sessionStorage.setItem(NEXT, next);
  location.assign(url);
}

/** Where the log-in that was begun leads; undefined for the start. */
export function keptNext(): string | undefined {
  return sessionStorage.getItem(NEXT) ?? undefined;
}

/** The same for a log-in that ends now. It is told once. */
export function takeNext(): string | undefined {
  const next = keptNext();
  sessionStorage.removeItem(NEXT);
  return next;
}
