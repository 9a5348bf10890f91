/**
 * Random models, entries and queries for the property that every answer fits the emitted types. Content is published first and its
 * model made stricter afterwards, so that what is published does not fit all that the model says.
 */
import { type FieldTypeName, fieldTypeNames } from '../../contract/src/fields.ts';
import type { LinkTree } from '../src/resolved-links.ts';

const LOCALES = ['en', 'de', 'fr'];
const WORDS = ['one', 'two', 'three'];
const NUMBERS = [1, 2, 3];
const TYPES = ['alpha', 'beta', 'gamma'];
const PARTS = ['box', 'row', 'cell'];
const ASSETS = ['pic', 'pdf'];
const ENTRIES_EACH = 4;
/** Slugs need a content type that names their field. */
const FIELD_TYPES = fieldTypeNames.filter((name) => name !== 'slug');

export interface RandomField {
  id: string;
  type: FieldTypeName;
  localized: boolean;
  required?: boolean;
  items?: { type: string; validations?: object };
  validations?: object;
  component?: string;
  components?: string[];
}

export interface RandomType {
  api_id: string;
  name: string;
  kind: 'entry' | 'component';
  fields: RandomField[];
}

/** A query, to be run and to be written as code. */
export interface RandomQuery {
  readonly type: string;
  readonly links: LinkTree;
  readonly required: readonly string[];
  readonly selected: readonly string[] | null;
  readonly locale: string | null;
}

/** Random numbers that a seed repeats. */
export class Dice {
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  /** A whole number below the limit. */
  below(limit: number): number {
    this.#state = (Math.imul(this.#state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((this.#state / 2 ** 32) * limit);
  }

  chance(share: number): boolean {
    return this.below(1_000) < share * 1_000;
  }

  pick<T>(from: readonly T[]): T {
    return from[this.below(from.length)] as T;
  }

  some<T>(from: readonly T[], share: number): T[] {
    return from.filter(() => this.chance(share));
  }
}

/** Content types, components first; with what is made stricter later left out. */
export function randomTypes(dice: Dice): RandomType[] {
  const parts = PARTS.map((api_id, at) => typeOf(dice, api_id, 'component', PARTS.slice(0, at)));
  return [...parts, ...TYPES.map((api_id) => typeOf(dice, api_id, 'entry', PARTS))];
}

function typeOf(dice: Dice, api_id: string, kind: RandomType['kind'], inside: readonly string[]): RandomType {
  const fields = Array.from({ length: kind === 'entry' ? 9 : 4 }, (_, at) => fieldOf(dice, `f${at}`, inside));
  return { api_id, name: api_id, kind, fields };
}

function fieldOf(dice: Dice, id: string, inside: readonly string[]): RandomField {
  const type = dice.pick(
    FIELD_TYPES.filter((name) => inside.length > 0 || (name !== 'component' && name !== 'blocks')),
  );
  const field = { id, type, localized: dice.chance(0.4) };
  if (type === 'array')
    return { ...field, items: { type: dice.pick(['string', 'integer', 'number', 'entry', 'asset']) } };
  if (type === 'component') return { ...field, component: dice.pick(inside) };
  if (type === 'blocks') return { ...field, components: [...inside] };
  return field;
}

/** The same fields with rules that came later. */
export function stricter(dice: Dice, { fields, kind }: RandomType): RandomField[] {
  return fields.map((field) => {
    const required = dice.chance(0.5) ? { required: true } : {};
    const rules = rulesOf(dice, field.items?.type ?? field.type);
    if (rules === null || (kind === 'component' && dice.chance(0.3))) return { ...field, ...required };
    const ruled = field.items
      ? { items: { ...field.items, validations: rules }, validations: { max_items: 100 } }
      : { validations: rules };
    return { ...field, ...required, ...ruled };
  });
}

function rulesOf(dice: Dice, type: string): object | null {
  if (dice.chance(0.3)) return null;
  if (type === 'string' || type === 'text') return { in: WORDS.slice(0, 2 + dice.below(2)) };
  if (type === 'integer' || type === 'number') return { in: NUMBERS.slice(0, 2 + dice.below(2)) };
  if (type === 'entry' || type === 'rich_text') return { content_types: TYPES.slice(0, 1 + dice.below(3)) };
  return null;
}

/** Lines for the import route: assets, then entries of every type, most of them published. */
export function randomRecords(dice: Dice, types: readonly RandomType[]): object[] {
  const keys = TYPES.flatMap((type) => Array.from({ length: ENTRIES_EACH }, (_, at) => `${type}-${at}`));
  const values = new Values(dice, new Map(types.map((type) => [type.api_id, type])), keys);
  const entries = types
    .filter(({ kind }) => kind === 'entry')
    .flatMap((type) =>
      Array.from({ length: ENTRIES_EACH }, (_, at) => {
        const status = dice.chance(0.8) ? 'published' : 'draft';
        const fields = values.ofType(type, false);
        return { entry: { key: `${type.api_id}-${at}`, content_type: type.api_id, status, fields } };
      }),
    );
  return [...ASSETS.map((key) => ({ asset: { key, title: { en: key } } })), ...entries];
}

class Values {
  readonly #dice: Dice;
  readonly #types: ReadonlyMap<string, RandomType>;
  readonly #keys: readonly string[];

  constructor(dice: Dice, types: ReadonlyMap<string, RandomType>, keys: readonly string[]) {
    this.#dice = dice;
    this.#types = types;
    this.#keys = keys;
  }

  /** @param isLocal whether a locale is known already, inside of which nothing is localized */
  ofType({ fields }: RandomType, isLocal: boolean): Record<string, unknown> {
    const given = this.#dice.some(fields, 0.85);
    return Object.fromEntries(
      given.map((field) => {
        const map = field.localized && !isLocal;
        const locales = map ? ['en', ...this.#dice.some(LOCALES.slice(1), 0.5)] : ['en'];
        const shown = locales.map((locale) => [locale, this.#value(field, isLocal || map)] as const);
        return [field.id, isLocal ? shown[0]?.[1] : Object.fromEntries(shown)];
      }),
    );
  }

  #value(field: RandomField, isLocal: boolean): unknown {
    const dice = this.#dice;
    switch (field.type) {
      case 'string':
      case 'text':
        return dice.pick(WORDS);
      case 'integer':
      case 'number':
        return dice.pick(NUMBERS);
      case 'boolean':
        return dice.chance(0.5);
      case 'date':
        return '2026-01-02';
      case 'datetime':
        return '2026-01-02T03:04:05.000Z';
      case 'location':
        return { lat: 1.5, lon: 2 };
      case 'json':
        return dice.pick([{ type: 'entry', id: 'no link' }, [1, [null]], 'text', { deep: { deeper: true } }]);
      case 'entry':
        return dice.pick(this.#keys);
      case 'asset':
        return dice.pick(ASSETS);
      case 'rich_text':
        return this.#text();
      case 'slug':
        return 'slug';
      case 'array':
        return Array.from({ length: dice.below(3) }, () =>
          this.#value({ ...field, type: field.items?.type as 'string' }, isLocal),
        );
      case 'component':
        return { fields: this.#inside(field.component ?? '', isLocal) };
      case 'blocks':
        return Array.from({ length: dice.below(3) }, () => {
          const type = dice.pick(field.components ?? []);
          return { type, fields: this.#inside(type, isLocal) };
        });
    }
  }

  #inside(component: string, isLocal: boolean): Record<string, unknown> {
    const type = this.#types.get(component);
    return type === undefined ? {} : this.ofComponent(type, isLocal);
  }

  /** Inside of a component only localized values are maps. */
  ofComponent({ fields }: RandomType, isLocal: boolean): Record<string, unknown> {
    return Object.fromEntries(
      this.#dice.some(fields, 0.85).map((field) => {
        if (isLocal || !field.localized) return [field.id, this.#value(field, isLocal)];
        const locales = ['en', ...this.#dice.some(LOCALES.slice(1), 0.5)];
        return [field.id, Object.fromEntries(locales.map((locale) => [locale, this.#value(field, true)]))];
      }),
    );
  }

  #text(): object {
    const link = { type: 'entry', id: this.#dice.pick(this.#keys) };
    const marks = this.#dice.chance(0.5) ? [{ type: 'bold' }] : [{ type: 'entryLink', attrs: { entry: link } }];
    const words = { type: 'text', text: 'words', marks };
    return {
      type: 'doc',
      content: [
        { type: 'heading', attrs: { level: 2 }, content: [words] },
        {
          type: 'bulletList',
          content: [{ type: 'listItem', content: [{ type: 'paragraph', content: [words, { type: 'hardBreak' }] }] }],
        },
        { type: 'entryBlock', attrs: { entry: link } },
        { type: 'assetBlock', attrs: { asset: { type: 'asset', id: this.#dice.pick(ASSETS) } } },
        { type: 'codeBlock', attrs: { language: 'ts' }, content: [{ type: 'text', text: '1' }] },
        { type: 'horizontalRule' },
      ],
    };
  }
}

/** A query over the types as they are now. */
export function randomQuery(dice: Dice, types: ReadonlyMap<string, RandomType>): RandomQuery {
  const type = dice.pick(TYPES);
  const fields = types.get(type)?.fields ?? [];
  const linking = fields.filter((field) => isLink(field));
  const isWhole = dice.chance(0.7);
  return {
    type,
    links: randomLinks(dice, types, [type], 3),
    required: dice.some(
      linking.map(({ id }) => id),
      0.15,
    ),
    selected: isWhole
      ? null
      : [
          'f0',
          ...dice.some(
            fields.slice(1).map(({ id }) => id),
            0.5,
          ),
        ],
    locale: dice.pick([null, null, ...LOCALES, '*']),
  };
}

function isLink({ type, items }: RandomField): boolean {
  return ['entry', 'asset'].includes(items?.type ?? type);
}

/** Links of fields that any of the types has, where all of these mean the same by the name. */
export function randomLinks(
  dice: Dice,
  types: ReadonlyMap<string, RandomType>,
  at: readonly string[],
  left: number,
): LinkTree {
  const tree: LinkTree = {};
  const fields = at.flatMap((name) => types.get(name)?.fields ?? []);
  for (const field of fields) {
    const alike = fields.filter(({ id }) => id === field.id);
    if (tree[field.id] !== undefined || alike.some((other) => kindOf(other) !== kindOf(field)) || dice.chance(0.4))
      continue;
    const kind = kindOf(field);
    if (kind === 'asset') tree[field.id] = true;
    if (kind === 'component') {
      const below = randomLinks(
        dice,
        types,
        alike.flatMap((one) => one.components ?? [one.component ?? '']),
        left,
      );
      if (Object.keys(below).length > 0) tree[field.id] = below;
    }
    if (kind !== 'entry') continue;
    const targets = alike.flatMap((one) => targetsOf(one));
    const below = left > 1 && dice.chance(0.6) ? randomLinks(dice, types, targets, left - 1) : {};
    tree[field.id] = Object.keys(below).length > 0 ? below : true;
  }
  return tree;
}

function kindOf(field: RandomField): 'entry' | 'asset' | 'component' | 'plain' {
  const type = field.items?.type ?? field.type;
  if (type === 'entry' || type === 'rich_text') return 'entry';
  if (type === 'component' || type === 'blocks') return 'component';
  return type === 'asset' ? 'asset' : 'plain';
}

/** Those that the field names: a path may only lead through them. */
function targetsOf({ items, validations }: RandomField): readonly string[] {
  return ((items?.validations ?? validations) as { content_types?: string[] } | undefined)?.content_types ?? TYPES;
}

/** The query as code that follows `site`. */
export function codeOf({ type, links, required, selected, locale }: RandomQuery): string {
  const steps = [`.entries('${type}')`];
  if (Object.keys(links).length > 0) steps.push(`.include(${JSON.stringify(links)})`);
  if (required.length > 0) steps.push(`.require(${required.map((name) => `'${name}'`).join(', ')})`);
  if (selected !== null) steps.push(`.select(${selected.map((name) => `'${name}'`).join(', ')})`);
  if (locale !== null) steps.push(`.locale('${locale}')`);
  return steps.join('');
}
