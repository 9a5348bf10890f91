/** Ids of linked entries and files name their environment; a comparison has them all as one of the two does. */

const ID = /^(ent|ast)_[^_]+_/;

/** Gives the function that has the links in a value point into the environment of a resource. @param id of that resource */
export function linksAsIn(id: string): <Value>(value: Value) => Value {
  const code = id.split('_')[1] ?? '';
  const mapped = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(mapped);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(
      Object.entries(value).map(([name, inner]) => [
        name,
        name === 'id' && typeof inner === 'string' ? inner.replace(ID, `$1_${code}_`) : mapped(inner),
      ]),
    );
  };
  return <Value>(value: Value) => mapped(value) as Value;
}
