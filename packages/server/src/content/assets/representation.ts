/** An asset as the management plane shows it: texts always as per-locale maps, with all properties of its file. */
import type { Model } from '../../model/content-types/model.ts';
import type { Environment } from '../../model/spaces/environment.ts';
import { resourceId } from '../../model/spaces/resource-id.ts';
import { isoTime } from '../../platform/kit/clock.ts';
import { fileUrl, type PublicAddress } from '../../reading/delivery/asset-address.ts';
import { type FocalPoint, shownProperties } from './properties.ts';
import type { AssetRow } from './tables.ts';
import { type AssetTexts, TEXTS } from './text-input.ts';

/** What rendering an asset depends on. */
export interface AssetContext {
  readonly environment: Environment;
  readonly model: Model;
  readonly address: PublicAddress;
}

/** Renders an asset. `model` must be the model of its environment. */
export function assetView(row: AssetRow, { environment, model, address }: AssetContext) {
  return {
    id: resourceId('asset', model.code, row.key),
    key: row.key,
    space_id: environment.spaceId,
    environment: environment.name,
    ...textsOf(row, model),
    file_name: row.file_name,
    mime_type: row.mime_type,
    size: row.size,
    width: row.width,
    height: row.height,
    dominant_color: row.dominant_color,
    placeholder: row.placeholder,
    ...shownProperties(row),
    url: fileUrl(address, model.code, row),
    version: row.version,
    created_at: isoTime(row.created_at),
    created_by: row.created_by,
    updated_at: isoTime(row.updated_at),
    updated_by: row.updated_by,
  };
}

export type AssetView = ReturnType<typeof assetView>;

/** The focal point of an asset; null if none is set. */
export function focalPointOf({ focal_point: text }: Pick<AssetRow, 'focal_point'>): FocalPoint | null {
  return text === null ? null : (JSON.parse(text) as FocalPoint);
}

/** The texts of an asset by locale code. */
export function textsOf(
  { texts }: AssetRow,
  { locales }: Model,
): Record<(typeof TEXTS)[number], Record<string, string>> {
  const byName = JSON.parse(texts) as AssetTexts;
  const shown = { title: {}, description: {}, alt: {} } as Record<(typeof TEXTS)[number], Record<string, string>>;
  for (const name of TEXTS) {
    for (const { number, code } of locales.all) {
      const text = byName[name]?.[number];
      if (text !== undefined) shown[name][code] = text;
    }
  }
  return shown;
}
