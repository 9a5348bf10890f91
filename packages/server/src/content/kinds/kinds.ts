/** All kinds of content, each before those that need it. A new kind is a file beside this one and a line here. */
import type { HeldCounts } from '../../model/spaces/environment-check.ts';
import { assetKind } from './assets.ts';
import { type ContentKind, type KindName, kindNames, type ValueKindName } from './content-kind.ts';
import { contentTypeKind } from './content-types.ts';
import { entryKind } from './entries.ts';
import type { ValueMerge } from './value-merge.ts';

/** A kind that merges value by value. */
export interface ValueKind extends ContentKind {
  readonly name: ValueKindName;
  readonly merge: ValueMerge;
}

/** A kind without a rule for merging does not compile. */
const byName: Readonly<Record<KindName, ContentKind> & Record<ValueKindName, ValueKind>> = {
  content_type: contentTypeKind,
  asset: assetKind,
  entry: entryKind,
};

export const contentKinds: readonly ContentKind[] = kindNames.map(contentKind);

/** Those that merge value by value. */
export const valueKinds: readonly ValueKind[] = contentKinds.filter(mergesByValue);

/** Counts everything of an environment that plans limit: without a metric this does not compile. */
export const heldCounts: HeldCounts = { ...contentTypeKind.counts, ...assetKind.counts, ...entryKind.counts };

export function contentKind(name: KindName): ContentKind {
  return byName[name];
}

/** Whether a text names a kind of content. */
export function isKindName(name: string | undefined): name is KindName {
  return name !== undefined && Object.hasOwn(byName, name);
}

function mergesByValue(kind: ContentKind): kind is ValueKind {
  return kind.merge !== null;
}
