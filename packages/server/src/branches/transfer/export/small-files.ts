/** The files of an export that are small enough to be made together at the end: manifest, locales, models and webhooks. */

import type { ReadWebhook } from '../../../events/webhooks/webhook-records.ts';
import type { Model } from '../../../model/content-types/model.ts';
import { typeRecords } from '../../../model/content-types/type-record.ts';
import type { Locale, Locales } from '../../../model/spaces/locale.ts';
import type { Space } from '../../../model/spaces/space.ts';
import {
  FORMAT_NAME,
  FORMAT_VERSION,
  LOCALES_PATH,
  MANIFEST_PATH,
  type Manifest,
  recordsPath,
  type SpaceSettings,
  WEBHOOKS_PATH,
} from '../format.ts';
import { LinesByPath } from './part-rendering.ts';

/** The content of the small files. */
export interface SmallFiles {
  readonly space: Space;
  readonly locales: Locales;
  readonly environments: readonly { readonly name: string; readonly model: Model }[];
  /** Names of aliases and their environments, in order; empty in the export of one environment. */
  readonly aliases: readonly (readonly [name: string, environment: string])[];
  /** Null in the export of one environment, which includes nothing of its space but the locales. */
  readonly webhooks: readonly ReadWebhook[] | null;
  /** Whether preview addresses keep their queries. */
  readonly hasPreviewSecrets: boolean;
}

export function renderSmallFiles(files: SmallFiles): LinesByPath {
  const { space, locales, environments, aliases, webhooks, hasPreviewSecrets } = files;
  const lines = new LinesByPath();
  const manifest: Manifest = {
    format: FORMAT_NAME,
    version: FORMAT_VERSION,
    environments: environments.map(({ name }) => name),
    ...(aliases.length === 0 ? {} : { aliases: Object.fromEntries(aliases) }),
    ...(webhooks === null ? {} : { space: settingsOf(space) }),
  };
  lines.add(MANIFEST_PATH, JSON.stringify(manifest, null, 2));
  for (const record of localeRecords(locales)) lines.add(LOCALES_PATH, JSON.stringify({ locale: record }));
  for (const { name, model } of environments) {
    for (const record of typeRecords(model.types, hasPreviewSecrets))
      lines.add(recordsPath('content_type', name), JSON.stringify({ content_type: record }));
  }
  for (const { record } of webhooks ?? []) lines.add(WEBHOOKS_PATH, JSON.stringify({ webhook: record }));
  return lines;
}

/** The settings of a space that an export includes. Its name is left out: it belongs to the space, not to the content. */
export function settingsOf({ stripsMetadata, ai }: Space): SpaceSettings {
  return { strip_metadata: stripsMetadata, ai };
}

/** A locale as a record. */
export interface LocaleRecord {
  readonly code: string;
  readonly name: string;
  /** Code of the fallback; null ends the chain. */
  readonly fallback: string | null;
  readonly optional: boolean;
  readonly default: boolean;
}

/** The locales of a space as records, by code. */
export function localeRecords({ all }: Locales): LocaleRecord[] {
  const codeOf = (number: number | null) => all.find((other) => other.number === number)?.code ?? null;
  const record = ({ code, name, fallback, optional, isDefault }: Locale) => {
    return { code, name, fallback: codeOf(fallback), optional, default: isDefault };
  };
  return all.map(record).sort((one, other) => (one.code < other.code ? -1 : 1));
}
