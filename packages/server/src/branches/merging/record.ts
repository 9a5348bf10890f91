/** What is stored about a merge: its changes, and what undoing it needs. */
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import type { EntryRow } from '../../content/entries/tables.ts';
import type { KindName } from '../../content/kinds/content-kind.ts';
import type { ValuePlural, ValueRow } from '../../content/kinds/value-merge.ts';
import type { ContentType } from '../../model/content-types/content-type.ts';
import type { MergeBaseRow } from './tables.ts';

/** A resource before a merge, and the version that the merge created; null where it did not or does not exist. */
export interface Changed<T> {
  readonly key: string;
  readonly before: T | null;
  readonly version: number | null;
}

/** The previous state of everything that a merge changed. Documents of entries are found by their versions. */
export interface MergeBefore extends Partial<Readonly<Record<ValuePlural, readonly Changed<ValueRow>[]>>> {
  readonly types: readonly Changed<ContentType>[];
  readonly entries: readonly Changed<EntryRow>[];
  /** The ancestor's previous rows, from an earlier merge of the two environments. */
  readonly bases: readonly MergeBaseRow[];
  /** Resources for which the ancestor had no row before. */
  readonly newBases: readonly { readonly kind: KindName; readonly keys: readonly string[] }[];
}

export function packed(value: unknown): Uint8Array {
  return zstdCompressSync(JSON.stringify(value));
}

export function unpacked<T>(bytes: Uint8Array): T {
  return JSON.parse(zstdDecompressSync(bytes).toString('utf8')) as T;
}
