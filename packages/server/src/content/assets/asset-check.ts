/** Checks that the search texts of assets match what the assets show, and that deleted assets have none left. */
import type { Model } from '../../model/content-types/model.ts';
import type { Models } from '../../model/content-types/models.ts';
import type { Environment } from '../../model/spaces/environment.ts';
import { type Check, type Fault, REPAIR } from '../../platform/database/checkup/check.ts';
import type { Database, Reader } from '../../platform/database/database.ts';
import { systemActor } from '../../platform/journal/actor.ts';
import type { Journal } from '../../platform/journal/journal.ts';
import { findTexts, forgetEmpty } from '../../reading/search/texts.ts';
import { keepTexts, shownTexts } from './asset-texts.ts';
import { assetsAfter, deleteTextsOf, orphanedTexts } from './checkup-store.ts';
import { findAsset, textIdsOf } from './store.ts';
import type { AssetRow } from './tables.ts';

const ASSETS_AT_ONCE = 200;

export interface AssetCheckParts {
  readonly database: Database;
  readonly journal: Journal;
  readonly models: Models;
  /** All environments that can be used. */
  readonly environments: () => AsyncIterable<Environment>;
}

export function assetCheck(parts: AssetCheckParts): Check {
  return { name: 'assets', find: () => faultsOfAll(parts) };
}

async function* faultsOfAll(parts: AssetCheckParts): AsyncGenerator<Fault> {
  for await (const environment of parts.environments()) {
    for (let after: number | null = 0; after !== null; ) {
      const from: number = after;
      const some = await parts.database.snapshot((reader) => faultsIn(parts, { reader, environment }, from));
      yield* some.faults;
      after = some.last;
    }
    for (const asset of await orphanedTexts(parts.database.reader, environment.number))
      yield {
        about: `row ${asset} of environment ${environment.name} (${environment.id})`,
        problem: 'is not an asset, but is in the search index',
        remedy: REPAIR,
        repair: () => parts.database.write((writer) => deleteTextsOf(writer, asset)),
      };
  }
}

async function faultsIn(
  parts: AssetCheckParts,
  { reader, environment }: { reader: Reader; environment: Environment },
  after: number,
): Promise<{ faults: Fault[]; last: number | null }> {
  const assets = await assetsAfter(reader, { environment: environment.number, after }, ASSETS_AT_ONCE);
  const model = await parts.models.within(reader, environment);
  const faults: Fault[] = [];
  for (const asset of assets) {
    if (!(await isSearchedWrongly(reader, model, asset))) continue;
    faults.push({
      about: `asset ${asset.key} of environment ${environment.name} (${environment.id})`,
      problem: 'has other texts in the search index than it shows',
      remedy: REPAIR,
      repair: () => repairTexts(parts, environment, asset.key),
    });
  }
  return { faults, last: assets.length < ASSETS_AT_ONCE ? null : (assets.at(-1)?.id ?? null) };
}

async function isSearchedWrongly(
  reader: Reader,
  model: Model,
  asset: Pick<AssetRow, 'id' | 'texts'>,
): Promise<boolean> {
  const wanted = await findTexts(reader, model, { locales: model.locales, textIn: shownTexts(asset, model.locales) });
  return wanted !== null && JSON.stringify(wanted) !== JSON.stringify(await textIdsOf(reader, asset.id));
}

async function repairTexts({ journal, models }: AssetCheckParts, environment: Environment, key: string): Promise<void> {
  const actor = systemActor('lectern doctor', environment.accountId);
  await journal.write(actor, async (writer, change) => {
    const model = await models.forWrite(writer, environment, 'all');
    const asset = await findAsset(writer, environment.number, key);
    if (asset === undefined) return;
    const { locales } = model;
    await forgetEmpty(writer, model.spaceId, { locales, textIn: shownTexts(asset, locales) });
    await keepTexts({ writer, change, actor, environment, model }, asset);
    const item = { kind: 'asset', key, resource: asset.id, published: true } as const;
    change.item({ environment, event: null, ...item });
    change.record({
      action: 'asset.repair',
      target: { type: 'environment', id: environment.id },
      accountId: null,
      spaceId: environment.spaceId,
      environment: environment.name,
    });
  });
}
