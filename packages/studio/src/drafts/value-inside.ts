/** Reads what stands inside of a value with components. Pure. */

import { isObject } from '../../../contract/src/is-object.ts';

/** What stands inside of a value: a block by its id, a field of a component, a value by its locale. */
export function valueInside(value: unknown, names: readonly string[]): unknown {
  return names.reduce<unknown>((found, name) => {
    if (Array.isArray(found) && found.some(hasId)) return found.find((block) => hasId(block) && block.id === name);
    // A path names a locale behind each value, also where it has no map by locale.
    if (!isObject(found)) return found;
    return isObject(found.fields) ? found.fields[name] : found[name];
  }, value);
}

export function hasId(value: unknown): value is { readonly id: unknown } {
  return isObject(value) && 'id' in value && 'fields' in value;
}
