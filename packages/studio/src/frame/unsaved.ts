/** The entries that the server does not have as they were written, as the store of drafts tells it. Known on every screen, whether or not the store is loaded. */
import { useSyncExternalStore } from 'react';
import { personIn, session } from '../api/session.ts';
import type { EntryAddress } from '../drafts/types.ts';

/** Holds no content: whether looking for what a closed tab of this person left is worth loading the store. */
const PREFIX = 'lectern.unsaved ';
const maybeLeft = () => PREFIX + personIn(session.state);

const listeners = new Set<() => void>();
let unsaved: readonly EntryAddress[] = [];

/** Called by whoever holds the drafts, after each change. */
export function setUnsaved(addresses: readonly EntryAddress[]): void {
  if (addresses.length === 0 && unsaved.length === 0) return;
  unsaved = addresses;
  noteUnsaved();
  for (const listener of listeners) listener();
}

/** The entries open in this tab that hold something not acknowledged. */
export function useUnsaved(): readonly EntryAddress[] {
  return useSyncExternalStore(subscribe, () => unsaved);
}

/** Whether a tab that is closed may have left something on this device. */
export function mayHaveLeftovers(): boolean {
  return localStorage.getItem(maybeLeft()) !== null;
}

/** Called when nothing is left on this device. Tabs that hold something note it again. */
export function clearLeftovers(): void {
  if (unsaved.length === 0) localStorage.removeItem(maybeLeft());
}

/** Called when all that a person left on this device has been removed, in whichever account. */
export function clearLeftoversOf(user: string): void {
  unsaved = [];
  const names = Object.keys(localStorage).filter((name) => name.startsWith(PREFIX) && name.endsWith(` ${user}`));
  for (const name of names) localStorage.removeItem(name);
}

function noteUnsaved(): void {
  if (unsaved.length > 0) localStorage.setItem(maybeLeft(), '1');
}

window.addEventListener('storage', ({ key }) => {
  if (key === maybeLeft()) noteUnsaved();
});

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
