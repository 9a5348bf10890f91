/** The blocks and fields in values of the types `component` and `blocks`, as management gives them. Pure; all that lists need of them. */
import { isObject } from '../../../../contract/src/is-object.ts';
import type { ContentType, Field } from '../../api/types.ts';

/** Values of the fields of a component by id: in a value of no locale, those that are localized have maps by locale. */
export type InnerFields = Readonly<Record<string, unknown>>;

export interface Block {
  readonly id: string;
  /** `api_id` of its component. */
  readonly type: string;
  readonly fields: InnerFields;
}

export function isStructured({ type }: Pick<Field, 'type'>): boolean {
  return type === 'component' || type === 'blocks';
}

/** The blocks of a value; none where it is something else. */
export function blockList(value: unknown): readonly Block[] {
  return Array.isArray(value) ? value.filter(isBlock) : [];
}

/** What stands in a component or block; nothing where there is none. */
export function fieldsOf(value: unknown): InnerFields {
  return isObject(value) && isObject(value.fields) ? value.fields : {};
}

function isBlock(value: unknown): value is Block {
  return isObject(value) && 'id' in value && 'type' in value && isObject(value.fields);
}

/** How often which components stand in a value, in the order of their first blocks: names, a number behind those that are there twice. */
export function listedComponents(
  blocks: readonly Block[],
  types: readonly Pick<ContentType, 'api_id' | 'name'>[],
): string {
  const counts = new Map<string, number>();
  for (const { type } of blocks) {
    const name = types.find(({ api_id }) => api_id === type)?.name ?? type;
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return [...counts].map(([name, count]) => (count === 1 ? name : `${name} × ${count}`)).join(', ');
}
