/** Which texts of a document a request names: fields, blocks or single values, by the paths that problems name them with. */

/** A name that begins like this is a path; any other is the id of a field. */
const ROOT = 'fields.';

export class Wanted {
  /** Null if the request names none, so that it is about all of them. */
  readonly #named: ReadonlySet<string> | null;
  /** What stands around those that are named. */
  readonly #around: ReadonlySet<string>;

  /** @param names ids of fields, or paths such as `fields.blocks.b3k9.title` */
  constructor(names: readonly string[] | undefined) {
    const named = names?.map((name) => (isPath(name) ? name : `${ROOT}${name}`));
    this.#named = named === undefined ? null : new Set(named);
    this.#around = new Set(named?.flatMap((path) => beginningsOf(path).slice(0, -1)));
  }

  /** Whether the value at a path is meant, alone or with what is around it. */
  has(path: string): boolean {
    return this.#named === null || beginningsOf(path).some((beginning) => this.#named?.has(beginning));
  }

  /** Whether anything at a path or inside of it is meant. */
  touches(path: string): boolean {
    return this.has(path) || this.#around.has(path);
  }

  /** Whether the request names it: it, something inside of it, or what is around it. */
  isNamed(path: string): boolean {
    return this.#named !== null && this.touches(path);
  }

  /** Whether the request has one of these names. */
  names(...paths: readonly string[]): boolean {
    return paths.some((path) => this.#named?.has(path));
  }
}

export function isPath(name: string): boolean {
  return name.startsWith(ROOT);
}

/** `fields.a.b` begins with `fields`, `fields.a` and itself. */
export function beginningsOf(path: string): string[] {
  const beginnings: string[] = [];
  for (let end = path.indexOf('.'); end >= 0; end = path.indexOf('.', end + 1)) beginnings.push(path.slice(0, end));
  return [...beginnings, path];
}
