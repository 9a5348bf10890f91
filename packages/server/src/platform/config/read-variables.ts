/**
 * Reads a table of variables from an environment. Invariant: every problem is reported, not only the first, and no
 * message repeats a value.
 */
import { nearest } from '../kit/suggestion.ts';
import type { Parser } from './parsers.ts';
import { clientVariables, serviceVariables, type Variable } from './variables.ts';

const OWN_PREFIX = 'LECTERN_';
const known = [...Object.keys(serviceVariables), ...Object.keys(clientVariables)];

/** Environment variables by name, as in `process.env`. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** The values of a table; null for a variable that is not set and has no default. */
export type Values<T extends Record<string, Variable<unknown>>> = {
  readonly [N in keyof T]:
    | (T[N]['parse'] extends Parser<infer V> ? V : never)
    | (T[N] extends { fallback: string } ? never : null);
};

/** Reads the variables of `table`; the values are complete only if there are no problems. */
export function readVariables<T extends Record<string, Variable<unknown>>>(
  table: T,
  environment: Environment,
): { values: Values<T>; problems: string[] } {
  const problems: string[] = [];
  const values: Record<string, unknown> = {};
  for (const [name, variable] of Object.entries(table)) {
    // Compose files and shells write "not set" as an empty value.
    const text = environment[name]?.trim() || variable.fallback;
    const parsed = text === undefined ? { value: null } : variable.parse(text);
    if ('value' in parsed) values[name] = parsed.value;
    else problems.push(`${name} is not valid: give ${parsed.instead}.`);
  }
  return { values: values as Values<T>, problems };
}

/** One problem for each unknown name with our prefix: a misspelt variable would silently have no effect. */
export function unknownVariables(environment: Environment): string[] {
  return Object.keys(environment)
    .filter((name) => name.startsWith(OWN_PREFIX) && !known.includes(name))
    .map((name) => {
      const meant = meantBy(name);
      return meant === undefined
        ? `${name} is not a variable that Lectern knows; remove it, or see docs/reference/configuration.md for the names.`
        : `${name} is not a variable that Lectern knows; did you mean ${meant}?`;
    });
}

/** The variable that an unknown name probably stands for. Compares names without the common prefix. */
function meantBy(unknown: string): string | undefined {
  const wanted = withoutPrefix(unknown);
  const sameEnding = known.filter((name) => `_${withoutPrefix(name)}`.endsWith(`_${wanted}`));
  const exact = sameEnding.find((name) => withoutPrefix(name) === wanted);
  if (exact !== undefined || sameEnding.length === 1) return exact ?? sameEnding[0];
  const meant = nearest(wanted, known.map(withoutPrefix));
  return known.find((name) => withoutPrefix(name) === meant);
}

function withoutPrefix(name: string): string {
  return name.startsWith(OWN_PREFIX) ? name.slice(OWN_PREFIX.length) : name;
}

/** The variables of this process. */
export function processEnvironment(): Environment {
  return process.env;
}
