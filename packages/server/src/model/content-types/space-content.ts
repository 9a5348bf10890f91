/** Implements what the locales need of models and content: see `spaces/space-content.ts`. */
import type { Writer } from '../../platform/database/database.ts';
import type { Change } from '../../platform/journal/change.ts';
import type { Environment } from '../spaces/environment.ts';
import type { Locale } from '../spaces/locale.ts';
import type { LocaleChange, SpaceContent } from '../spaces/space-content.ts';
import { keepLocales } from './model-past.ts';
import type { Models } from './models.ts';
import { lockTypesForUpdate } from './store.ts';
import type { StoredContent } from './stored-content.ts';

/** Counts the assets that hold a value in a locale. */
export type AssetCount = (writer: Writer, environment: number, locale: number) => Promise<number>;

export class ModelledContent implements SpaceContent {
  readonly #models: Models;
  readonly #stored: StoredContent;
  readonly #assetCount: AssetCount;

  constructor(parts: { models: Models; stored: StoredContent; assetCount: AssetCount }) {
    this.#models = parts.models;
    this.#stored = parts.stored;
    this.#assetCount = parts.assetCount;
  }

  async lock(writer: Writer, environment: Environment): Promise<void> {
    await lockTypesForUpdate(writer, environment.number);
    this.#models.changing(writer, environment.number);
  }

  keepLocales(change: Change, environment: Environment, before: readonly Locale[]): void {
    keepLocales(change, environment.number, before);
  }

  async countWithLocale(writer: Writer, environment: Environment, locale: number): Promise<number> {
    const model = await this.#models.forWrite(writer, environment);
    const entries = await this.#stored.countWithLocale(writer, model, locale);
    return entries + (await this.#assetCount(writer, environment.number, locale));
  }

  async localesChanged(work: LocaleChange, isLocaleGone: boolean): Promise<void> {
    const { writer, environment } = work;
    this.#models.changing(writer, environment.number);
    const model = await this.#models.forWrite(writer, environment);
    const withSlugs = model.types.filter(({ slugField }) => slugField !== null).map(({ number }) => number);
    if (withSlugs.length > 0) await this.#stored.rebuildSlugs(writer, model, withSlugs);
    if (!isLocaleGone) return;
    for (const { number } of model.types) await this.#stored.rebuildLinks({ ...work, model }, number);
  }
}
