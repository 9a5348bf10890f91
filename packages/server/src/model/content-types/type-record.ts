/** Content types as import records: parses them, which no route schema has done, and creates them from content types. */

import {
  type ContentTypeKind,
  contentTypeKinds,
  DESCRIPTION_CHARACTERS_MAX,
  NAME_CHARACTERS_MAX,
} from '../../../../contract/src/content-types.ts';
import type { Validations } from '../../../../contract/src/fields.ts';
import { type Violation, violation } from '../../../../contract/src/violations.ts';
import { isFull, validationFailed } from '../../platform/errors/domain-error.ts';
import { hasControlCharacters, NAME_ADVICE } from '../../platform/kit/control-characters.ts';
import { inKeyOrder } from '../../platform/kit/key-order.ts';
import { didYouMean, quoted } from '../../platform/kit/suggestion.ts';
import { readTime } from '../fields/values/read-time.ts';
import { inOrderOfUse } from './components.ts';
import type { ContentType } from './content-type.ts';
import type { NamedField } from './former-ids.ts';
import { previewUrlViolations, withoutSecrets } from './preview-url.ts';
import { type FieldRepresentation, typeRepresentation } from './representation.ts';
import type { ContentTypeInput } from './type-plan.ts';

const KEYS = [
  'api_id',
  'kind',
  'name',
  'description',
  'display_field',
  'slug_field',
  'preview_url',
  'preview_picture',
  'deliver_former_ids',
  'layout',
  'fields',
  'created_at',
  'updated_at',
];

/** Original times in milliseconds; undefined if the record gives none. */
export interface TypeTimes {
  readonly createdAt: number | undefined;
  readonly updatedAt: number | undefined;
}

/** A parsed record. */
export interface TypeRecord extends ContentTypeInput {
  readonly api_id: string;
  readonly name: string;
  readonly times: TypeTimes;
}

/** The content types of an environment as records, in an order in which an import can create them. */
export function typeRecords(
  types: readonly ContentType[],
  hasPreviewSecrets: boolean,
): Readonly<Record<string, unknown>>[] {
  return inOrderOfUse(types).map((type) => typeRecordOf(type, hasPreviewSecrets));
}

/**
 * Returns a record from which an import recreates the content type. Hidden fields are left out.
 * @param hasSecrets whether to include the query of `preview_url`, which may contain secrets
 */
function typeRecordOf(type: ContentType, hasSecrets: boolean): Readonly<Record<string, unknown>> {
  const shown = typeRepresentation(type, '');
  const { api_id, name, description, display_field, slug_field, fields, created_at, updated_at } = shown;
  const preview_url = hasSecrets ? type.previewUrl : withoutSecrets(type.previewUrl);
  const kind = type.kind === 'entry' ? {} : { kind: type.kind };
  const named = { api_id, ...kind, name, description, display_field, slug_field };
  return {
    ...named,
    ...(preview_url === null ? {} : { preview_url }),
    ...(type.previewPicture === null ? {} : { preview_picture: type.previewPicture }),
    ...(shown.deliver_former_ids ? { deliver_former_ids: true } : {}),
    ...(shown.layout === null ? {} : { layout: shown.layout }),
    fields: fields.map(declaredField),
    created_at,
    updated_at,
  };
}

/** A field as it is declared in a record. */
type FieldDeclaration = Omit<FieldRepresentation, 'former_ids'> & { readonly former_ids?: string[] };

/** A field as it is declared: with its former ids, if it had any, and its members in a fixed order. */
export function declaredField({ items, validations, former_ids, ...field }: FieldRepresentation): FieldDeclaration {
  return {
    ...inOrder(field),
    ...(former_ids.length === 0 ? {} : { former_ids }),
    ...(items === undefined ? {} : { items: withSortedRules(items) }),
    ...(validations === undefined ? {} : { validations: sortedRules(validations) }),
  };
}

/** The fields of a record as an import over those of an existing one sets them: former ids that it leaves out stay. */
export function importedFields(given: readonly unknown[], existing: unknown): readonly unknown[] {
  const known = new Map(Array.isArray(existing) ? existing.map((field: NamedField) => [field.id, field]) : []);
  return given.map((field) => {
    const { former_ids: said, ...rest } = (field ?? {}) as NamedField;
    const former = said ?? known.get(rest.id)?.former_ids ?? [];
    return former.length === 0 ? rest : { ...rest, former_ids: former };
  });
}

/** Returns the type with its original times. */
export function withTimes(type: ContentType, times: TypeTimes | undefined): ContentType {
  return {
    ...type,
    createdAt: times?.createdAt ?? type.createdAt,
    updatedAt: times?.updatedAt ?? type.updatedAt,
  };
}

/** Whether the type already has those times. */
export function isOfTimes(type: ContentType, times: TypeTimes | undefined): boolean {
  const { createdAt, updatedAt } = withTimes(type, times);
  return createdAt === type.createdAt && updatedAt === type.updatedAt;
}

/** The members of a field in a fixed order, however it was declared. */
function inOrder({ id, name, type, ...settings }: Omit<FieldRepresentation, 'items' | 'validations' | 'former_ids'>) {
  return { id, name, type, ...(inKeyOrder<unknown>({ ...settings }) as typeof settings) };
}

function withSortedRules({ type, validations }: NonNullable<FieldRepresentation['items']>) {
  return validations === undefined ? { type } : { type, validations: sortedRules(validations) };
}

function sortedRules(validations: Validations): Validations {
  return inKeyOrder(validations as Record<string, unknown>);
}

/** @throws `validation_failed` with all violations except those of the fields, which the content type rules check */
export function readTypeRecord(given: Readonly<Record<string, unknown>>): TypeRecord {
  const violations: Violation[] = [];
  for (const key of Object.keys(given)) {
    if (isFull(violations)) break;
    if (KEYS.includes(key)) continue;
    violations.push({
      path: key.slice(0, 64),
      rule: 'unknown',
      message: `There is no ${quoted(key)} here; remove it.${didYouMean(key, KEYS)}`,
    });
  }
  const apiId = readText(given, { key: 'api_id', charactersMin: 1, charactersMax: 64 }, violations);
  const name = readText(given, { key: 'name', charactersMin: 1, charactersMax: NAME_CHARACTERS_MAX }, violations);
  if (hasControlCharacters(name)) violations.push({ path: 'name', rule: 'pattern', message: NAME_ADVICE });
  const { description = '', display_field: displayField = null, slug_field: slugField = null, fields = [] } = given;
  const text = readText(
    { description },
    { key: 'description', charactersMin: 0, charactersMax: DESCRIPTION_CHARACTERS_MAX },
    violations,
  );
  for (const [path, value] of [
    ['display_field', displayField],
    ['slug_field', slugField],
  ] as const) {
    if (value !== null && typeof value !== 'string')
      violations.push({ path, rule: 'type', message: 'Give the id of a field, or null.' });
  }
  violations.push(...previewUrlViolations(given.preview_url));
  const { preview_picture: previewPicture = null } = given;
  if (previewPicture !== null && typeof previewPicture !== 'string')
    violations.push({ path: 'preview_picture', rule: 'type', message: 'Give the key of an asset, or null.' });
  const { kind = 'entry', deliver_former_ids: deliverFormerIds = false } = given;
  if (!contentTypeKinds.some((known) => known === kind))
    violations.push(
      violation('kind', 'enum', `Give one of ${contentTypeKinds.join(', ')}.`, { listed: contentTypeKinds }),
    );
  if (typeof deliverFormerIds !== 'boolean')
    violations.push({ path: 'deliver_former_ids', rule: 'type', message: 'Give true or false.' });
  if (!Array.isArray(fields)) violations.push({ path: 'fields', rule: 'type', message: 'Give the fields as a list.' });
  const times = {
    createdAt: readTime(given.created_at, 'created_at', violations),
    updatedAt: readTime(given.updated_at, 'updated_at', violations),
  };
  if (violations.length > 0) throw validationFailed(violations);
  return {
    api_id: apiId,
    kind: kind as ContentTypeKind,
    name,
    description: text,
    display_field: displayField as string | null,
    slug_field: slugField as string | null,
    preview_url: (given.preview_url ?? null) as string | null,
    preview_picture: previewPicture as string | null,
    deliver_former_ids: deliverFormerIds === true,
    layout: given.layout ?? null,
    fields: fields as unknown[],
    times,
  };
}

function readText(
  given: Readonly<Record<string, unknown>>,
  { key, charactersMin, charactersMax }: { key: string; charactersMin: number; charactersMax: number },
  violations: Violation[],
): string {
  const value = given[key];
  if (typeof value === 'string' && value.length >= charactersMin && value.length <= charactersMax) return value;
  violations.push({
    path: key,
    rule: 'type',
    message: `Give text of ${charactersMin} to ${charactersMax} characters.`,
  });
  return '';
}
