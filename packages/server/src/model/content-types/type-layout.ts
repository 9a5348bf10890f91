/** The layout of a content type's form: reads it from requests and import records. A type keeps it by the numbers of its fields. */
import { NAME_CHARACTERS_MAX } from '../../../../contract/src/content-types.ts';
import { FIELD_ID_PATTERN } from '../../../../contract/src/fields.ts';
import {
  type FieldGroup,
  GROUPS_MAX,
  groupDisplays,
  type Layout,
  renamedLayout,
} from '../../../../contract/src/layout.ts';
import { type ParamsArgument, type RuleName, type Violation, violation } from '../../../../contract/src/violations.ts';
import { isFull } from '../../platform/errors/domain-error.ts';
import { hasControlCharacters, NAME_ADVICE } from '../../platform/kit/control-characters.ts';
import { didYouMean, quoted } from '../../platform/kit/suggestion.ts';
import type { Field } from '../fields/field.ts';

const GROUP_ID = new RegExp(`^${FIELD_ID_PATTERN}$`);
const KEYS = ['groups', 'side', 'half'];
const GROUP_KEYS = ['id', 'name', 'display', 'fields'];

/** The layout with the ids of the fields; null for none. Fields that the type does not have any more are left out. */
export function layoutById(layout: Layout<number> | null, fields: readonly Field[]): Layout | null {
  const ids = new Map(fields.map(({ number, id }) => [number, id]));
  return layout === null ? null : renamedLayout(layout, (number) => ids.get(number));
}

/** The layout without the fields that the type does not have any more. */
export function layoutWithin(layout: Layout<number> | null, fields: readonly Field[]): Layout<number> | null {
  const numbers = new Set(fields.map(({ number }) => number));
  return layout === null ? null : renamedLayout(layout, (number) => (numbers.has(number) ? number : undefined));
}

/** The layout that a request or a record gives, unchecked, as the type keeps it. Adds what is wrong with it to the violations. */
export function readLayout(given: unknown, fields: readonly Field[], violations: Violation[]): Layout<number> | null {
  if (given === undefined || given === null) return null;
  return new LayoutReader(fields, violations).layout(given);
}

class LayoutReader {
  readonly #ids: readonly string[];
  readonly #numbers: ReadonlyMap<unknown, number>;
  readonly #violations: Violation[];
  /** Where each field was named first. */
  readonly #placed = new Map<number, string>();

  constructor(fields: readonly Field[], violations: Violation[]) {
    this.#ids = fields.map(({ id }) => id);
    this.#numbers = new Map(fields.map(({ id, number }) => [id, number]));
    this.#violations = violations;
  }

  layout(given: unknown): Layout<number> | null {
    const members = this.#members(given, KEYS, 'layout');
    const { groups = [] } = members;
    if (!Array.isArray(groups)) this.#add('layout.groups', 'type', 'Give the groups of the layout as a list.');
    const list = Array.isArray(groups) ? groups : [];
    if (list.length > GROUPS_MAX) {
      const counts = { limit: GROUPS_MAX, given: list.length };
      this.#add('layout.groups', 'max_items', `Give at most ${GROUPS_MAX} groups.`, counts);
      return null;
    }
    const read = list.map((group, index) => this.#group(group, list.slice(0, index), `layout.groups.${index}`));
    const side = this.#fields(members.side, 'layout.side', this.#placed);
    return { groups: read, side, half: this.#fields(members.half, 'layout.half', new Map()) };
  }

  #group(given: unknown, before: readonly unknown[], path: string): FieldGroup<number> {
    const { id, name, display = 'section', fields } = this.#members(given, GROUP_KEYS, path);
    if (typeof id !== 'string' || !GROUP_ID.test(id))
      this.#add(`${path}.id`, 'format', 'Give an id of 1 to 64 letters, digits and underscores, first a letter.');
    else if (before.some((other) => (other as { id?: unknown } | null)?.id === id))
      this.#add(`${path}.id`, 'unique', `Choose another id; a group before has the id ${quoted(id)}.`);
    if (typeof name !== 'string' || name === '' || name.length > NAME_CHARACTERS_MAX)
      this.#add(`${path}.name`, 'type', `Give a name of 1 to ${NAME_CHARACTERS_MAX} characters.`);
    else if (hasControlCharacters(name)) this.#add(`${path}.name`, 'pattern', NAME_ADVICE);
    const known = groupDisplays.find((one) => one === display);
    if (known === undefined)
      this.#add(`${path}.display`, 'enum', `Give one of ${groupDisplays.join(', ')}.`, { listed: groupDisplays });
    const placed = this.#fields(fields, `${path}.fields`, this.#placed);
    return { id: String(id), name: String(name), display: known ?? 'section', fields: placed };
  }

  /** The numbers of the fields in a list. @param placed where fields are named already */
  #fields(given: unknown, path: string, placed: Map<number, string>): number[] {
    if (given === undefined) return [];
    if (!Array.isArray(given)) {
      this.#add(path, 'type', 'Give the ids of fields as a list.');
      return [];
    }
    const numbers: number[] = [];
    for (const [index, id] of given.entries()) {
      if (isFull(this.#violations)) break;
      const at = `${path}.${index}`;
      const number = this.#numbers.get(id);
      const first = number === undefined ? undefined : placed.get(number);
      if (number === undefined) this.#add(at, 'field', unknownField(id, this.#ids));
      else if (first !== undefined) this.#add(at, 'unique', `Leave ${quoted(String(id))} out here; it is at ${first}.`);
      else {
        placed.set(number, at);
        numbers.push(number);
      }
    }
    return numbers;
  }

  #members(given: unknown, keys: readonly string[], path: string): Readonly<Record<string, unknown>> {
    if (typeof given !== 'object' || given === null || Array.isArray(given)) {
      this.#add(path, 'type', `Give an object with ${keys.join(', ')}.`);
      return {};
    }
    for (const key of Object.keys(given))
      if (!keys.includes(key)) {
        const message = `There is no ${quoted(key)} here; remove it.${didYouMean(key, keys)}`;
        this.#add(`${path}.${key.slice(0, 64)}`, 'unknown', message);
      }
    return given as Readonly<Record<string, unknown>>;
  }

  #add<Rule extends RuleName>(path: string, rule: Rule, message: string, ...params: ParamsArgument<Rule>): void {
    if (!isFull(this.#violations)) this.#violations.push(violation(path, rule, message, ...params));
  }
}

function unknownField(id: unknown, ids: readonly string[]): string {
  if (typeof id !== 'string') return 'Give the id of a field of this content type.';
  return `Name a field of this content type; there is no field ${quoted(id)}.${didYouMean(id, ids)}`;
}
