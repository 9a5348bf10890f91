/** What is kept of a merge: what it changed, and what undoing it needs. */
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import type { EntryRow } from '../../content/entries/tables.ts';
import type { KindName } from '../../content/kinds/content-kind.ts';
import type { ValuePlural, ValueRow } from '../../content/kinds/value-merge.ts';
import type { ContentType } from '../../model/content-types/content-type.ts';
import type { MergeBaseRow } from './tables.ts';

/** A resource before a merge, and the version that the merge made; null where there was or is none. */
export interface Changed<T> {
  readonly key: string;
  readonly before: T | null;
  readonly version: number | null;
}

/** Everything that a merge changed as it was before. Documents of entries are found by their versions. */
export interface MergeBefore extends Partial<Readonly<Record<ValuePlural, readonly Changed<ValueRow>[]>>> {
  readonly types: readonly Changed<ContentType>[];
  readonly entries: readonly Changed<EntryRow>[];
  /** What the ancestor had held since an earlier merge of the two. */
  readonly bases: readonly MergeBaseRow[];
  /** What it had held no row for. */
  readonly newBases: readonly { readonly kind: KindName; readonly keys: readonly string[] }[];
}

export function packed(value: unknown): Uint8Array {
  return zstdCompressSync(JSON.stringify(value));
}

export function unpacked<T>(bytes: Uint8Array): T {
  return JSON.parse(zstdDecompressSync(bytes).toString('utf8')) as T;
}
