/**
 * The past of assets: with each change of one, what it was before. Invariant: what an asset was at a revision is the first row of
 * `asset_versions` behind that revision, or what it is now if there is none. Its file is
 * kept for a while by `replaced_files`.
 */
import type { Change } from '../../platform/journal/change.ts';
import { insertAssetVersion } from './store.ts';
import type { AssetRow } from './tables.ts';

/** Keeps what an asset was until this write. @param before null if it is new */
export function keepAsset(change: Change, row: AssetRow, before: AssetRow | null): void {
  const { id: asset, environment, key } = row;
  const state = before === null ? null : stateOf(before);
  change.atRevision(environment, async (writer, until) => {
    await insertAssetVersion(writer, { environment, until, asset, key, state });
  });
}

function stateOf({ id: _, environment: __, key: ___, file: ____, ...state }: AssetRow): string {
  return JSON.stringify(state);
}
