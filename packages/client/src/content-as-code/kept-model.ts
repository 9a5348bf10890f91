/** The model of an environment, as `GET …/model` of the management plane shows it. */
import type { ContentTypeKind, ContentTypeSettings } from '../../../contract/src/content-types.ts';
import type { FieldDefinition } from '../../../contract/src/fields.ts';

/** A content type. */
export interface KeptType extends ContentTypeSettings {
  readonly api_id: string;
  readonly kind: ContentTypeKind;
  readonly fields: readonly FieldDefinition[];
}

/** All content types. */
export interface KeptModel {
  /** What a write may expect. */
  readonly version: number;
  readonly content_types: readonly KeptType[];
}
