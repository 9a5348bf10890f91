/** What of a person is on this device and not on the server, as it is told when they log out. */
import type { Device, LeftValue } from './device.ts';
import type { KeptEdits } from './edits.ts';
import { byEntry, latestOf } from './left-values.ts';
import type { Draft, Remaining } from './types.ts';
import { pathOf } from './value-path.ts';

/** Other tabs have this long to save, and are looked at this often. */
const SAVED_ELSEWHERE_WITHIN_MS = 5_000;
const LOOK_AT_OTHERS_MS = 100;

/** @param unsaved the drafts of this tab, as the device may not take everything, or not tell */
export async function remainingOn(
  device: Device,
  edits: KeptEdits,
  unsaved: readonly Draft[],
): Promise<readonly Remaining[]> {
  const [values, whole] = await Promise.all([keptOfPerson(device).catch(() => []), edits.ofPerson().catch(() => [])]);
  const entries = byEntry(values).map((some) => remainingOf('entry', some));
  const named = new Set(entries.map(nameOf));
  const inMemory = unsaved.filter((draft) => !named.has(nameOf(draft))).map(remainingOfDraft);
  return [...inMemory, ...entries, ...byEntry(whole).map((some) => remainingOf('edit', some))];
}

/** Until other tabs have saved, or have had their time. */
async function keptOfPerson(device: Device): Promise<readonly LeftValue[]> {
  const end = Date.now() + SAVED_ELSEWHERE_WITHIN_MS;
  for (;;) {
    const kept = await device.ofPerson();
    const elsewhere = await Promise.all(kept.map((value) => device.isElsewhere(value)));
    if (!elsewhere.includes(true) || Date.now() > end) return kept;
    await new Promise((resolve) => setTimeout(resolve, LOOK_AT_OTHERS_MS));
  }
}

function remainingOf(kind: Remaining['kind'], values: readonly [LeftValue, ...LeftValue[]]): Remaining {
  const [{ address, contentType, at }] = values;
  return { kind, address, contentType, at, values: latestOf(values) };
}

function remainingOfDraft(draft: Draft): Remaining {
  const { address, contentType } = draft;
  const values = draft.unsavedValues().map(({ field, locale }) => {
    return [pathOf(field, locale), draft.value(field, locale)] as const;
  });
  return { kind: 'entry', address, contentType, at: Date.now(), values: new Map(values) };
}

function nameOf({ address }: Pick<Draft, 'address'>): string {
  return Object.values(address).join('/');
}
