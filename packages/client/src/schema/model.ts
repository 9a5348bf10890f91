/** Types in code as the model that the service takes. */
import { type FieldTypeName, fieldTraits, type Validations } from '../../../contract/src/fields.ts';
import { isContentType } from './content-type.ts';
import { commonSettings, definers, fieldCode } from './field-code.ts';
import type { ContentType, Field, TypeLayout } from './types.ts';

/** A field, as `POST …/model` takes it. */
export interface ModelField {
  readonly id: string;
  readonly type: FieldTypeName;
  readonly previous_id?: string;
  readonly former_ids: readonly string[];
  readonly name?: string;
  readonly help?: string;
  readonly required?: boolean;
  readonly localized?: boolean;
  readonly unique?: boolean;
  readonly default?: unknown;
  readonly restore?: boolean;
  readonly items?: { readonly type: FieldTypeName; readonly validations?: Validations };
  readonly component?: string;
  readonly components?: readonly string[];
  readonly validations?: Validations;
}

/** A content type, as `POST …/model` takes it. What is left out is empty. */
export interface ModelType {
  readonly api_id: string;
  readonly kind: ContentType['kind'];
  readonly name: string;
  readonly description?: string;
  readonly display_field?: string;
  readonly slug_field?: string;
  readonly preview_url?: string;
  readonly preview_picture?: string;
  readonly deliver_former_ids?: boolean;
  readonly layout?: TypeLayout;
  readonly fields: readonly ModelField[];
}

/**
 * The content types of a model.
 * @throws TypeError where a field names what is no type, or one that is not among them, or two have one id
 */
export function modelOf(types: readonly ContentType[]): ModelType[] {
  const known = new Map<string, ContentType>();
  for (const type of types) {
    const other = known.get(type.apiId);
    if (other !== undefined && other !== type) throw new TypeError(`${type.apiId}: there are two types of this id.`);
    known.set(type.apiId, type);
  }
  return [...known.values()].map((type) => modelType(type, known));
}

function modelType({ apiId, kind, settings }: ContentType, known: ReadonlyMap<string, ContentType>): ModelType {
  const { name, description, display, slug, previewUrl, previewPicture, deliverFormerIds, layout, fields } = settings;
  return {
    api_id: apiId,
    kind,
    name,
    ...given({
      description,
      display_field: display,
      slug_field: slug,
      preview_url: previewUrl,
      preview_picture: previewPicture,
      deliver_former_ids: deliverFormerIds,
      layout,
    }),
    fields: Object.entries(fields).map(([id, field]) => modelField(id, field, namesIn(`${apiId}.${id}`, field, known))),
  };
}

function modelField(id: string, field: Field, types: readonly string[] | undefined): ModelField {
  const { type, settings, items } = field;
  const former = typeof settings.previously === 'string' ? [settings.previously] : (settings.previously ?? []);
  const common = Object.entries(commonSettings).map(([name, member]) => [member, settings[name]]);
  const limits = limitsOf(field, type === 'array' ? undefined : types);
  return {
    id,
    type,
    ...given({ previous_id: (former as readonly string[]).at(-1) }),
    former_ids: former as readonly string[],
    ...given(Object.fromEntries(common)),
    ...(items === undefined ? {} : { items: { type: items.type, ...given({ validations: limitsOf(items, types) }) } }),
    ...(type === 'component' && types !== undefined ? { component: types[0] } : {}),
    ...(type === 'blocks' && types !== undefined ? { components: types } : {}),
    ...given({ validations: limits }),
  };
}

/** The limits on values; none if nothing is said. */
function limitsOf({ type, settings }: Field, types: readonly string[] | undefined): Validations | undefined {
  const named = Object.entries(fieldCode[type].limits).flatMap(([name, limit]) =>
    limit === undefined || settings[name] === undefined ? [] : [[limit, settings[name]]],
  );
  const takesTypes = types !== undefined && fieldTraits[type].validations.includes('content_types');
  const all = [...named, ...(takesTypes ? [['content_types', types]] : [])];
  return all.length === 0 ? undefined : Object.fromEntries(all);
}

/** The ids of the types that a field names; undefined if it names none. */
function namesIn(place: string, field: Field, known: ReadonlyMap<string, ContentType>): readonly string[] | undefined {
  const types = field.types ?? field.items?.types;
  if (types === undefined) return undefined;
  const wanted = field.type === 'component' || field.type === 'blocks' ? 'component' : 'entry';
  return [types()].flat().map((type) => {
    if (typeof type === 'string') return type;
    if (!isContentType(type)) throw new TypeError(`${place}: one of the types that it names is no content type.`);
    if (type.kind !== wanted)
      throw new TypeError(
        `${place}: "${type.apiId}" is made by ${definers[type.kind]}(); name what ${definers[wanted]}() made.`,
      );
    if (known.get(type.apiId) !== type)
      throw new TypeError(`${place}: "${type.apiId}" is not among the types; export it from its file.`);
    return type.apiId;
  });
}

/** Without what is undefined. */
function given<T extends object>(members: T): { [K in keyof T]: Exclude<T[K], undefined> } {
  const entries = Object.entries(members).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries) as { [K in keyof T]: Exclude<T[K], undefined> };
}
