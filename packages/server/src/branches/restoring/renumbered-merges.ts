/** The states that merges keep, with the numbers of the restored environments. */
import type { StoredRow, StoredValue } from '../../platform/database/restoring/backup-rows.ts';
import { type MergeBefore, packed, unpacked } from '../merging/record.ts';
import type { MergeBaseRow } from '../merging/tables.ts';
import type { RestoredNumbers } from './numbers.ts';

/** The state in an ancestor's row (`MergeBaseRow.state`). */
export function renumberedBase(state: StoredValue, numbers: RestoredNumbers, { kind }: StoredRow): StoredValue {
  if (state === null) return null;
  const value = JSON.parse(String(state)) as unknown;
  // The number of a content type.
  if (typeof value !== 'object' || value === null) return state;
  if (kind === 'content_type') return JSON.stringify(renumberedType(value as StoredType, numbers));
  if (kind === 'entry') return JSON.stringify(renumberedNote(value as StoredNote, numbers));
  return JSON.stringify(renumberedRow(value as NumberedRow, numbers));
}

/** What undoing a merge needs (`MergeRow.before`). */
export function renumberedBefore(value: StoredValue, numbers: RestoredNumbers): Uint8Array {
  const { bases, entries, assets, ...rest } = unpacked<MergeBefore>(value as Uint8Array);
  const before: MergeBefore = {
    ...rest,
    entries: entries.map((entry) => ({
      ...entry,
      before: entry.before === null ? null : renumberedRow(entry.before, numbers),
    })),
    ...(assets === undefined
      ? {}
      : {
          assets: assets.map((asset) => ({
            ...asset,
            before: asset.before === null ? null : renumberedRow(asset.before, numbers),
          })),
        }),
    bases: bases.map((base) => renumberedBaseRow(base, numbers)),
  };
  return packed(before);
}

/** What undoing an entry of a change set needs (`ItemRow.undo`). */
export function renumberedUndo(value: StoredValue, numbers: RestoredNumbers): StoredValue {
  if (value === null) return null;
  const undo = JSON.parse(String(value)) as { readonly row: object | null };
  return JSON.stringify({ ...undo, row: undo.row === null ? null : renumberedRow(undo.row, numbers) });
}

/** The numbers of environments by which the numbers of a type's fields are kept. */
interface StoredType {
  readonly numbers: Readonly<Record<string, unknown>>;
}

/** The state of an entry since a merge. */
interface StoredNote {
  readonly published?: { readonly id: number } | null;
}

/** The columns of entries and assets that hold numbers of the installation. */
interface NumberedRow {
  readonly id?: number;
  readonly environment?: number;
  readonly file?: number | null;
}

function renumberedType<T extends StoredType>(type: T, numbers: RestoredNumbers): T {
  const pairs = Object.entries(type.numbers).map(([number, fields]) => [numbers.environment(Number(number)), fields]);
  return { ...type, numbers: Object.fromEntries(pairs) as T['numbers'] };
}

function renumberedNote(note: StoredNote, numbers: RestoredNumbers): StoredNote {
  const { published } = note;
  return published == null ? note : { ...note, published: { ...published, id: numbers.row(published.id) } };
}

function renumberedRow<T extends object>(stored: T, numbers: RestoredNumbers): T {
  const { id, environment, file } = stored as NumberedRow;
  return {
    ...stored,
    ...(id === undefined ? {} : { id: numbers.row(id) }),
    ...(environment === undefined ? {} : { environment: numbers.environment(environment) }),
    ...(file == null ? {} : { file: numbers.file(file) }),
  };
}

function renumberedBaseRow(base: MergeBaseRow, numbers: RestoredNumbers): MergeBaseRow {
  const state = renumberedBase(base.state, numbers, { kind: base.kind });
  return {
    ...base,
    environment: numbers.environment(base.environment),
    other: numbers.environment(base.other),
    resource: base.resource === null ? null : numbers.row(base.resource),
    state: state === null ? null : String(state),
  };
}
