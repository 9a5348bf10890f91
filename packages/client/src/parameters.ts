/**
 * Writes queries as parameters of the service. Nothing is checked here: the types do so before, and the service after, with a message
 * that says what is wrong.
 */
import type { LinkTree } from './resolved-links.ts';

/** Names and values; a filter may come several times. */
export type QueryParameters = [name: string, value: string][];

type Operand = string | number | boolean;
type Filter = Operand | readonly Operand[] | Filters;
export interface Filters {
  [name: string]: Filter;
}

const OPERATORS = /^(?:ne|n?in|[gl]te?|exists)$/;
/** Without them, a selection of fields would leave them out. */
const ATTRIBUTES = ['slug', 'published_at', 'status'];

/**
 * `{ rating: { gte: 4 }, author: { name: 'Jo' } }` as `fields.rating[gte]=4` and `fields.author.name=Jo`. What is named like an operator is
 * one where it has a plain value or a list: `{ author: { in: { ne: 'x' } } }` is `fields.author.in[ne]=x`.
 */
export function filterParameters(name: string, filter: Filter): [string, string][] {
  if (typeof filter !== 'object') return [[name, String(filter)]];
  if (Array.isArray(filter)) return listParameters(name, filter);
  return Object.entries(filter).flatMap(([key, value]) =>
    filterParameters(
      OPERATORS.test(key) && (typeof value !== 'object' || Array.isArray(value)) ? `${name}[${key}]` : `${name}.${key}`,
      value,
    ),
  );
}

/** The operands of `in` and `nin`. In a list of none there is nothing, and everything is outside of it. */
function listParameters(name: string, operands: readonly Operand[]): [string, string][] {
  if (operands.length > 0) return [[name, operands.map((one) => String(one).replaceAll(',', '\\,')).join(',')]];
  const exists = name.replace('[in]', '[exists]');
  return exists === name
    ? []
    : [
        [exists, 'true'],
        [exists, 'false'],
      ];
}

/** `{ author: { photo: true } }` as `follow=author.photo`. */
export function linkParameter(tree: LinkTree): [string, string] {
  const paths = pathsIn(tree, '');
  return paths.length > 0 ? ['follow', paths.join()] : ['include', '0'];
}

function pathsIn(tree: LinkTree, before: string): string[] {
  return Object.entries(tree).flatMap(([name, below]) => {
    const behind = typeof below === 'object' ? pathsIn(below, `${before}${name}.`) : [];
    return behind.length > 0 ? behind : before + name;
  });
}

/** `title`, `author.name` as `select`, with the attributes of entries. */
export function selectionOf(names: readonly string[]): string {
  const all = names.flatMap((name) => {
    const [field, behind] = name.split('.');
    const path = `fields.${field}.`;
    return behind ? [`${path}fields.${behind}`, ...ATTRIBUTES.map((attribute) => path + attribute)] : `fields.${field}`;
  });
  return [...new Set([...ATTRIBUTES, ...all])].join();
}
