/** An entry as the management plane shows it: always with per-locale maps, regardless of its status. */

import { isNamedIn } from '../../model/content-types/former-ids.ts';
import type { Model } from '../../model/content-types/model.ts';
import { renderRaw } from '../../model/fields/document/views.ts';
import type { Document } from '../../model/fields/field.ts';
import type { RenderContext } from '../../model/fields/field-type.ts';
import type { Environment } from '../../model/spaces/environment.ts';
import { resourceId } from '../../model/spaces/resource-id.ts';
import { isoTime } from '../../platform/kit/clock.ts';
import { slugIn } from './claims/shown-slug.ts';
import { statusOf } from './entry.ts';
import type { EntryRow } from './tables.ts';

/** The context for rendering an entry. */
export interface Shown {
  readonly environment: Environment;
  /** The model of the environment. */
  readonly model: Model;
  /** Ids of the fields to show; null for all. */
  readonly fields?: ReadonlySet<string> | null;
}

/** Renders an entry. */
export function entryView(row: EntryRow, draft: Document, { environment, model, fields = null }: Shown) {
  const type = model.typeByNumber(row.content_type);
  if (type === undefined) throw new Error(`Entry ${row.id} has no content type.`);
  const shown = fields === null ? type.fields : type.fields.filter((field) => isNamedIn(field, fields));
  return {
    id: resourceId('entry', model.code, row.key),
    key: row.key,
    space_id: environment.spaceId,
    environment: environment.name,
    content_type: type.apiId,
    content_type_id: resourceId('content_type', model.code, type.apiId),
    slug: slugIn(draft, type, model.locales.default.number, model),
    status: statusOf(row),
    fields: renderRaw({ ...model.readingOf({ fields: shown }), document: draft }, renderContext(model)),
    version: row.version,
    published_version: row.published_version,
    published_at: isoTime(row.published_at),
    first_published_at: isoTime(row.first_published_at),
    archived_at: isoTime(row.archived_at),
    created_at: isoTime(row.created_at),
    created_by: row.created_by,
    updated_at: isoTime(row.updated_at),
    updated_by: row.updated_by,
  };
}

export type EntryView = ReturnType<typeof entryView>;

/** How links are rendered in an environment. */
export function renderContext(model: Pick<Model, 'code'>): RenderContext {
  return { linkId: ({ kind, key }) => resourceId(kind, model.code, key) };
}
