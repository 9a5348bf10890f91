/** How a value is called wherever it is shown outside of its form. */
import type { Field } from '../api/types.ts';

/** By its field, and by its locale too where the field has a value in each. */
export function nameOfValue({ name, localized }: Pick<Field, 'name' | 'localized'>, locale: string): string {
  return localized ? `${name} · ${locale}` : name;
}
