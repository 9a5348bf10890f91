/** All kinds of content, each before those that need it. A new kind is a file beside this one and a line here. */
import type { HeldCounts } from '../../model/spaces/environment-check.ts';
import { assetKind } from './assets.ts';
import { type ContentKind, type KindName, kindNames } from './content-kind.ts';
import { contentTypeKind } from './content-types.ts';
import { entryKind } from './entries.ts';

const byName: Readonly<Record<KindName, ContentKind>> = {
  content_type: contentTypeKind,
  asset: assetKind,
  entry: entryKind,
};

export const contentKinds: readonly ContentKind[] = kindNames.map(contentKind);

/** Counts everything of an environment that plans limit: without a metric this does not compile. */
export const heldCounts: HeldCounts = { ...contentTypeKind.counts, ...assetKind.counts, ...entryKind.counts };

export function contentKind(name: KindName): ContentKind {
  return byName[name];
}

/** Whether a text names a kind of content. */
export function isKindName(name: string | undefined): name is KindName {
  return name !== undefined && Object.hasOwn(byName, name);
}
