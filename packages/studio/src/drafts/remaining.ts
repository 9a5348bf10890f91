/** What of a person is on this device and not on the server, as it is told when they log out. */
import type { Device, LeftoverValue } from './device.ts';
import type { KeptEdits } from './edits.ts';
import { entryName } from './entry-name.ts';
import { byEntry, latestOf } from './leftover-values.ts';
import type { Draft, EntryAddress, Remaining } from './types.ts';
import { pathOf } from './value-path.ts';

/** Other tabs have this long to save, and are looked at this often. */
const SAVED_ELSEWHERE_WITHIN_MS = 5_000;
const LOOK_AT_OTHERS_MS = 100;

interface WhereItIs {
  readonly device: Device;
  readonly edits: KeptEdits;
  /** Those of this tab that are not saved, as the device may not take everything, or not tell. */
  readonly drafts: readonly Draft[];
  /** The draft of an entry that is open in this tab. */
  openedOf(address: EntryAddress): Draft | undefined;
}

/** The latest first, entries before all else. */
export async function remainingOn({ device, edits, drafts, openedOf }: WhereItIs): Promise<readonly Remaining[]> {
  const remainingOf = (kind: Remaining['kind'], values: readonly [LeftoverValue, ...LeftoverValue[]]): Remaining => {
    const [{ address, contentType, at }] = values;
    return { kind, address, contentType, at, entry: openedOf(address)?.entry ?? null, values: latestOf(values) };
  };
  const [values, whole] = await Promise.all([keptOfPerson(device).catch(() => []), edits.ofPerson().catch(() => [])]);
  const entries = byEntry(values).map((some) => remainingOf('entry', some));
  const named = new Set(entries.map(({ address }) => entryName(address)));
  const inMemory = drafts.filter((draft) => !named.has(entryName(draft.address))).map(remainingOfDraft);
  return [...inMemory, ...entries, ...byEntry(whole).map((some) => remainingOf('edit', some))];
}

/** Until other tabs have saved, or have had their time. */
async function keptOfPerson(device: Device): Promise<readonly LeftoverValue[]> {
  const end = Date.now() + SAVED_ELSEWHERE_WITHIN_MS;
  for (;;) {
    const kept = await device.ofPerson();
    const elsewhere = await Promise.all(kept.map((value) => device.isElsewhere(value)));
    if (!elsewhere.includes(true) || Date.now() > end) return kept;
    await new Promise((resolve) => setTimeout(resolve, LOOK_AT_OTHERS_MS));
  }
}

function remainingOfDraft(draft: Draft): Remaining {
  const { address, contentType, entry } = draft;
  const values = draft.unsavedValues().map(({ field, locale }) => {
    return [pathOf(field, locale), draft.value(field, locale)] as const;
  });
  return { kind: 'entry', address, contentType, entry, at: Date.now(), values: new Map(values) };
}
