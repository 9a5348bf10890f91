/** The row of an entry in an overlay: what its index row would be, if it were stored with that document. */
import type { Model } from '../../model/content-types/model.ts';
import type { Document } from '../../model/fields/field.ts';
import type { IndexValues } from '../../reading/query/index-row.ts';
import type { OverlaidRow, SeeTexts } from '../../reading/query/overlay-source.ts';
import type { EntryStatus } from '../entries/entry.ts';
import { factsOf } from '../entries/facts.ts';
import { requireTypeOf } from '../entries/stored-entry.ts';
import type { EntryRow } from '../entries/tables.ts';

/** @param see is told of the texts that it is found by */
export function overlaidRow(
  row: EntryRow & { readonly status: EntryStatus; readonly basis: string },
  document: Document,
  { model, see }: { readonly model: Model; readonly see: SeeTexts | undefined },
): OverlaidRow {
  const { index, textIn } = factsOf(document, requireTypeOf(model, row.content_type), model);
  const overlaid: OverlaidRow = {
    id: row.id,
    version: row.version,
    contentType: row.content_type,
    key: row.key,
    status: row.status,
    createdAt: row.created_at,
    createdBy: row.created_by,
    updatedAt: row.updated_at,
    updatedBy: row.updated_by,
    publishedAt: row.published_at,
    firstPublishedAt: row.first_published_at,
    // As it would be stored, which has no members that are undefined.
    values: JSON.parse(JSON.stringify(index)) as IndexValues,
    basis: row.basis,
  };
  see?.(overlaid, textIn);
  return overlaid;
}
