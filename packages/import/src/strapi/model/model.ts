/**
 * Plans the content types of an export: one for each content type, and a component for each component that a type has inside, as
 * deep as components go here.
 */

import { DESCRIPTION_CHARACTERS_MAX, NAME_CHARACTERS_MAX } from '../../../../contract/src/content-types.ts';
import { COMPONENT_LEVELS_MAX, fieldTraits } from '../../../../contract/src/fields.ts';
import { KEY_CHARACTERS_MAX } from '../../../../contract/src/keys.ts';
import type { FieldRules } from '../../field-rules.ts';
import { fieldIdFor } from '../../named-keys.ts';
import type { Notes } from '../../notes.ts';
import type { ContentTypeRecord } from '../../records.ts';
import type { SourceSchema } from '../archive/schema.ts';
import { textIn } from '../archive/schema.ts';
import type { StrapiExport } from '../archive/strapi-export.ts';
import { componentsIn, type FieldPlan, planField } from './field.ts';

/** The plan for a type or component. */
export interface TypePlan {
  readonly schema: SourceSchema;
  readonly record: ContentTypeRecord;
  readonly fields: readonly FieldPlan[];
  /** The attribute shown as the title; undefined for none. */
  readonly title: string | undefined;
}

/** Plans by uid: components first, then types. */
export type Model = ReadonlyMap<string, TypePlan>;

/** Makes the plans; losses are noted. */
export function planModel({ schemas, titleAttributes }: StrapiExport, notes: Notes, fieldRules: FieldRules): Model {
  const types = [...schemas.values()].filter(({ isComponent }) => !isComponent);
  const levels = levelsOf(types, schemas);
  const deepest = [...levels].sort(([, one], [, other]) => other - one);
  const components = deepest.flatMap(([uid]) => schemas.get(uid) ?? []);
  const apiIds = apiIdsOf([...types, ...components]);
  const plan = (schema: SourceSchema) =>
    planType(schema, {
      title: titleAttributes.get(schema.uid),
      apiIdOf: (uid) => apiIds.get(uid),
      isInside: (uid) => (levels.get(uid) ?? 0) > (levels.get(schema.uid) ?? 0),
      notes,
      fieldRules,
    });
  return new Map([...components, ...types].map((schema) => [schema.uid, plan(schema)]));
}

/**
 * How many components each component is inside of at most, itself counted. What is deeper than components go here, or inside of
 * itself, has no greater level than the component around it.
 */
function levelsOf(types: readonly SourceSchema[], schemas: StrapiExport['schemas']): ReadonlyMap<string, number> {
  const levels = new Map<string, number>();
  const enter = ({ attributes }: SourceSchema, level: number, around: readonly string[]): void => {
    if (level > COMPONENT_LEVELS_MAX) return;
    for (const uid of new Set(attributes.flatMap(componentsIn))) {
      const schema = schemas.get(uid);
      if (schema?.isComponent !== true || around.includes(uid)) continue;
      levels.set(uid, Math.max(levels.get(uid) ?? 0, level));
      enter(schema, level + 1, [...around, uid]);
    }
  };
  for (const type of types) enter(type, 1, []);
  return levels;
}

/** Names that are unique whatever the file contains; the first type with a name keeps it. */
function apiIdsOf(schemas: readonly SourceSchema[]): ReadonlyMap<string, string> {
  const ids = new Map<string, string>();
  const taken = new Set<string>();
  for (const { uid, name } of schemas) {
    const wanted = name.replaceAll(/[^A-Za-z0-9._-]+/g, '-').slice(0, KEY_CHARACTERS_MAX - 4);
    let id = wanted;
    for (let count = 2; taken.has(id); count += 1) id = `${wanted}-${count}`;
    taken.add(id);
    ids.set(uid, id);
  }
  return ids;
}

interface TypeQuestion {
  /** The attribute that the editor shows as the title. */
  readonly title: string | undefined;
  readonly apiIdOf: (uid: string) => string | undefined;
  /** Whether a component can be inside of the type. */
  readonly isInside: (uid: string) => boolean;
  readonly notes: Notes;
  readonly fieldRules: FieldRules;
}

function planType(schema: SourceSchema, { title, ...asked }: TypeQuestion): TypePlan {
  // A type has one slug at most, components have none.
  const slug = schema.isComponent ? undefined : schema.attributes.find(({ type }) => type === 'uid');
  const taken = new Set<string>();
  const fields = schema.attributes.flatMap((attribute): FieldPlan[] => {
    const id = fieldId(attribute.name, taken);
    const field = planField({ schema, attribute, id, isSlug: attribute === slug, ...asked });
    return field === null ? [] : [field];
  });
  const shown = displayed(fields, [title, slug && textIn(slug.settings, 'targetField')]);
  return {
    schema,
    fields,
    title: shown?.attribute.name,
    record: {
      api_id: asked.apiIdOf(schema.uid) ?? schema.name,
      ...(schema.isComponent ? { kind: 'component' } : {}),
      name: [...schema.displayName].slice(0, NAME_CHARACTERS_MAX).join(''),
      description: [...schema.description].slice(0, DESCRIPTION_CHARACTERS_MAX).join(''),
      display_field: shown?.record.id ?? null,
      slug_field: fields.find(({ record }) => record.type === 'slug')?.record.id ?? null,
      fields: fields.map(({ record }) => record),
    },
  };
}

/** The field shown as the title: the one that the file specifies, otherwise the first text. */
function displayed(fields: readonly FieldPlan[], wanted: readonly (string | undefined)[]): FieldPlan | undefined {
  const possible = fields.filter(({ record }) => fieldTraits[record.type].mayBeDisplayed);
  const named = wanted.flatMap((name) => possible.find(({ attribute }) => attribute.name === name) ?? []);
  return named[0] ?? possible.find(({ record }) => record.type === 'string') ?? possible[0];
}

/** The id of a field that no other has. */
function fieldId(name: string, taken: Set<string>): string {
  const wanted = fieldIdFor(name);
  let id = wanted;
  for (let count = 2; taken.has(id); count += 1) id = `${wanted}_${count}`;
  taken.add(id);
  return id;
}
