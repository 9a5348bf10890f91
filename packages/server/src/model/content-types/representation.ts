/** A content type as the management plane shows it. */

import type { ContentTypeKind, ContentTypeSettings } from '../../../../contract/src/content-types.ts';
import type { FieldTypeName } from '../../../../contract/src/fields.ts';
import type { Violation } from '../../../../contract/src/violations.ts';
import { isoTime } from '../../platform/kit/clock.ts';
import type { Field } from '../fields/field.ts';
import { resourceId } from '../spaces/resource-id.ts';
import { type ContentType, fieldByNumber } from './content-type.ts';
import { previewUrlWarnings } from './preview-url.ts';
import { layoutById } from './type-layout.ts';

export interface FieldRepresentation extends Omit<Field, 'number' | 'home' | 'components'> {
  readonly former_ids: string[];
  readonly components?: string[];
}

export interface HiddenFieldRepresentation {
  readonly id: string;
  readonly type: FieldTypeName;
  readonly entries: number;
}

/** What a content type is, apart from its history. */
export interface TypeSettings extends ContentTypeSettings {
  readonly api_id: string;
  readonly kind: ContentTypeKind;
  readonly fields: FieldRepresentation[];
}

export interface TypeRepresentation extends TypeSettings {
  readonly id: string;
  readonly hidden_fields: HiddenFieldRepresentation[];
  readonly version: number;
  readonly created_at: string;
  readonly updated_at: string;
  readonly warnings: Violation[];
}

/**
 * @param code the six-character code of the environment's name in public ids
 * @param warnings of the change that is being answered, beside those of what the type says
 */
export function typeRepresentation(
  type: ContentType,
  code: string,
  warnings: readonly Violation[] = [],
): TypeRepresentation {
  return {
    id: resourceId('content_type', code, type.apiId),
    ...typeSettings(type, type.previewPicture && resourceId('asset', code, type.previewPicture)),
    hidden_fields: type.hiddenFields.map(({ id, type: name, entries }) => ({ id, type: name, entries })),
    version: type.version,
    created_at: isoTime(type.createdAt),
    updated_at: isoTime(type.updatedAt),
    warnings: [...previewUrlWarnings(type.previewUrl), ...warnings],
  };
}

/** @param picture how its picture is named; null if it has none */
export function typeSettings(type: ContentType, picture: string | null): TypeSettings {
  return {
    api_id: type.apiId,
    kind: type.kind,
    name: type.name,
    description: type.description,
    display_field: fieldByNumber(type, type.displayField)?.id ?? null,
    slug_field: fieldByNumber(type, type.slugField)?.id ?? null,
    preview_url: type.previewUrl,
    preview_picture: picture,
    deliver_former_ids: type.deliverFormerIds,
    layout: layoutById(type.layout, type.fields),
    fields: type.fields.map(({ number: _, home: __, former_ids: former, components, ...field }) => ({
      ...field,
      ...(components === undefined ? {} : { components: [...components] }),
      former_ids: [...(former ?? [])],
    })),
  };
}
