/** Reads which assets an environment has: for a table that has to know, and within snapshots. */
import { readHead } from '../../model/spaces/heads.ts';
import type { Reader } from '../../platform/database/database.ts';
import { notFound } from '../../platform/errors/domain-error.ts';
import { Pace } from '../../platform/kit/pace.ts';
import { AssetKeys, bytesOfKeys } from './asset-keys.ts';
import { type LoadParts, stateOf } from './loader.ts';
import type { StateTable } from './state-table.ts';
import { readAssetKeys } from './store.ts';

/**
 * Has a table know the assets as of now or later, all of them or those that have changed since.
 * @returns false if they do not fit into memory
 */
export async function learnAssets({ database, memory }: LoadParts, state: StateTable): Promise<boolean> {
  const known = state.assetKeys;
  const sought = known?.touched;
  const { environment } = state;
  const { keys, revision } = await database.readsSince(stateOf(state)).snapshot(async (reader) => {
    const head = await readHead(reader, environment);
    if (head === undefined) throw notFound('environment');
    return { keys: await allAssetKeys(reader, environment, sought), revision: head.revision };
  });
  if (known !== undefined && known === state.assetKeys && sought !== undefined) {
    if (!known.take(sought, keys, revision)) return false;
  } else {
    const reservation = memory.reserve(bytesOfKeys(keys), () => state.dropAssets());
    if (reservation === null) return false;
    state.dropAssets();
    state.assetKeys = new AssetKeys(keys, revision, reservation);
  }
  await state.advanceTo(revision);
  return true;
}

/** The keys of the assets of an environment, or of those among some that there are. */
export async function allAssetKeys(
  reader: Reader,
  environment: number,
  among?: readonly string[],
): Promise<Set<string>> {
  const keys = new Set<string>();
  const pace = new Pace();
  for await (const some of readAssetKeys(reader, environment, among)) {
    for (const key of some) keys.add(key);
    await pace.restIfDue();
  }
  return keys;
}
