/** The model of an environment, as `GET …/model` of the management plane shows it. */
import type { ContentTypeKind } from '../../../contract/src/content-types.ts';
import type { FieldDefinition } from '../../../contract/src/fields.ts';
import type { Layout } from '../../../contract/src/layout.ts';

/** A content type. */
export interface KeptType {
  readonly api_id: string;
  readonly kind: ContentTypeKind;
  readonly name: string;
  readonly description: string;
  readonly display_field: string | null;
  readonly slug_field: string | null;
  readonly preview_url: string | null;
  readonly preview_picture: string | null;
  readonly deliver_former_ids: boolean;
  readonly layout: Layout | null;
  readonly fields: readonly FieldDefinition[];
}

/** All content types. */
export interface KeptModel {
  /** What a write may expect. */
  readonly version: number;
  readonly content_types: readonly KeptType[];
}
