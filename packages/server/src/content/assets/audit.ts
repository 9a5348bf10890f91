/** What the audit records about writes to one asset: the values that differ, before and after. */
import { isDeepStrictEqual } from 'node:util';
import type { AuditAction } from '../../../../contract/src/audit-actions.ts';
import type { Model } from '../../model/content-types/model.ts';
import { resourceId } from '../../model/spaces/resource-id.ts';
import type { RecordedChanges } from '../../platform/journal/change.ts';
import type { AssetWork } from './asset-work.ts';
import { shownProperties } from './properties.ts';
import { textsOf } from './representation.ts';
import type { AssetRow } from './tables.ts';

/** Describes the write in the journal; null means that the asset does not exist. */
export function recordAsset(
  { change, model, environment }: AssetWork,
  action: AuditAction,
  { before, after }: { before: AssetRow | null; after: AssetRow | null },
): void {
  change.record({
    action,
    target: { type: 'asset', id: resourceId('asset', model.ownCode, (after ?? before)?.key ?? '') },
    spaceId: environment.spaceId,
    environment: environment.name,
    changes: changesBetween(shownValues(before, model), shownValues(after, model)),
  });
}

type Values = Readonly<Record<string, unknown>>;

function shownValues(row: AssetRow | null, model: Model): Values | null {
  if (row === null) return null;
  const { version, file_name, mime_type, size, file_hash } = row;
  const file = { file_name, mime_type, size, file_hash };
  return { version, ...textsOf(row, model), ...file, ...shownProperties(row) };
}

function changesBetween(before: Values | null, after: Values | null): RecordedChanges {
  const names = Object.keys(after ?? before ?? {}).filter((name) => !isDeepStrictEqual(before?.[name], after?.[name]));
  const side = (values: Values) => Object.fromEntries(names.map((name) => [name, values[name]]));
  return { ...(before === null ? {} : { before: side(before) }), ...(after === null ? {} : { after: side(after) }) };
}
