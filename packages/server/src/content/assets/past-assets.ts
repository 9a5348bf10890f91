/** The assets that have changed since a revision, as they were. */
import type { Model } from '../../model/content-types/model.ts';
import type { Reader } from '../../platform/database/database.ts';
import type { AssetsThen, AssetThen } from '../../reading/delivery/past.ts';
import { notOf } from '../../reading/query-string/as-of.ts';
import { shownTexts } from './asset-texts.ts';
import { versionsThen } from './store.ts';
import type { AssetRow } from './tables.ts';

/** Assets that may have changed since. */
export const PAST_ASSETS_MAX = 20_000;

export class PastAssets implements AssetsThen {
  readonly #revision: number;

  constructor(revision: number) {
    this.#revision = revision;
  }

  /** @throws `validation_failed` if too many assets have changed since */
  async read(db: Reader, model: Model, keys?: readonly string[]): Promise<ReadonlyMap<string, AssetThen | null>> {
    const { environment } = model;
    const rows = await versionsThen(db, { environment, after: this.#revision, keys }, PAST_ASSETS_MAX + 1);
    if (rows.length > PAST_ASSETS_MAX) {
      const message = `Choose a later moment; more than ${PAST_ASSETS_MAX} assets have changed since revision ${this.#revision}.`;
      throw notOf(message, { limit: PAST_ASSETS_MAX });
    }
    const then = new Map<string, AssetThen | null>();
    for (const { asset, key, state } of rows) {
      if (state !== null)
        then.set(key, found({ id: asset, environment, key, file: null, ...JSON.parse(state) }, model));
      else if (!then.has(key)) then.set(key, null);
    }
    return then;
  }

  asFound(rows: readonly AssetRow[], model: Model): readonly AssetThen[] {
    return rows.map((row) => found(row, model));
  }
}

function found(row: AssetRow, { locales }: Model): AssetThen {
  return { row, textIn: shownTexts(row, locales) };
}
