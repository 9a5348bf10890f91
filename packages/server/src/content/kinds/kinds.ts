/** All kinds of content, in order of dependencies. A new kind is a file beside this one and a line here. */
import type { EnvironmentCounters } from '../../model/spaces/environment-check.ts';
import { assetKind } from './assets.ts';
import { type ContentKind, type KindName, kindNames, type ValueKindName } from './content-kind.ts';
import { contentTypeKind } from './content-types.ts';
import { entryKind } from './entries.ts';
import type { ValueMerge } from './value-merge.ts';

/** A kind that is merged value by value. */
export interface ValueKind extends ContentKind {
  readonly name: ValueKindName;
  readonly merge: ValueMerge;
}

/** If a kind lacks a rule for merging, this does not compile. */
const byName: Readonly<Record<KindName, ContentKind> & Record<ValueKindName, ValueKind>> = {
  content_type: contentTypeKind,
  asset: assetKind,
  entry: entryKind,
};

export const contentKinds: readonly ContentKind[] = kindNames.map(contentKind);

/** The kinds that are merged value by value. */
export const valueKinds: readonly ValueKind[] = contentKinds.filter(mergesByValue);

/** Counts everything in an environment that plans limit. If a metric is missing, this does not compile. */
export const environmentCounters: EnvironmentCounters = {
  ...contentTypeKind.counts,
  ...assetKind.counts,
  ...entryKind.counts,
};

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
