/**
 * The query string of a read of a copy while it is read. Whatever cannot be answered exactly as it was asked is refused, as the
 * service does; nothing is ignored.
 */
import { LecternError } from '../lectern-error.ts';

const INTEGER = /^\d{1,15}$/;
/** What a copy cannot answer, and why. */
const ONLY_THE_SERVICE: Readonly<Record<string, string>> = {
  q: 'A copy knows no languages, and searches no texts; ask the site itself, with createClient.',
  as_of: 'A copy has the present alone; ask the site itself, with createClient.',
  change_set: 'A copy has the environment as it is now; ask the site itself, with createClient.',
};

/** Says that a query cannot be answered. */
export function refused(name: string, message: string): LecternError {
  const code = 'validation_failed';
  const errors = [{ path: `query.${name}`, message }];
  return new LecternError(message, { status: 422, code, detail: { code, message, errors } });
}

export class Parameters {
  /** Filters by fields and dates, in the given order; each may come several times. */
  readonly filters: readonly (readonly [name: string, value: string])[];
  readonly #values = new Map<string, string>();

  /** @param known names that may be given, once each @throws LecternError */
  constructor(search: string, known: readonly string[], isFilter: (name: string) => boolean = () => false) {
    const all = [...new URLSearchParams(search)];
    this.filters = all.filter(([name]) => isFilter(name));
    for (const [name, value] of all) {
      if (isFilter(name)) continue;
      const why = ONLY_THE_SERVICE[name];
      if (why !== undefined) throw refused(name, why);
      if (!known.includes(name)) throw refused(name, `There is no parameter "${name}" here; remove it.`);
      if (this.#values.has(name)) throw refused(name, `Give ${name} once.`);
      this.#values.set(name, value);
    }
  }

  value(name: string): string | undefined {
    return this.#values.get(name);
  }

  /** The integer of a parameter within bounds; `otherwise` if it is missing. @throws LecternError */
  integer(name: string, { min, max, otherwise }: { min: number; max: number; otherwise: number }): number {
    const text = this.#values.get(name);
    if (text === undefined) return otherwise;
    const number = INTEGER.test(text) ? Number(text) : Number.NaN;
    if (number >= min && number <= max) return number;
    throw refused(name, `Give a whole number from ${min} to ${max}.`);
  }

  flag(name: string): boolean {
    const text = this.#values.get(name);
    if (text !== undefined && text !== 'true' && text !== 'false')
      throw refused(name, `Give ${name}=true, or leave it out.`);
    return text === 'true';
  }
}
