/** The numbers that rows of a restored space get instead of those that they have in the backup. */
import { environmentOfRow, numberOfRow, rowId } from '../../platform/database/row-id.ts';

/** No environment, file or row has this number. */
const NONE = 0;

export class RestoredNumbers {
  readonly #environments: ReadonlyMap<number, number>;
  readonly #files: ReadonlyMap<number, number>;

  /**
   * @param parts.environments the new number of each environment and alias by the former one, in the same order
   * @param parts.files the row of each stored file by the former one
   */
  constructor(parts: { environments: ReadonlyMap<number, number>; files: ReadonlyMap<number, number> }) {
    this.#environments = parts.environments;
    this.#files = parts.files;
  }

  /** The number of an environment or alias; 0 for one that nothing restored is of. */
  environment(number: number): number {
    return this.#environments.get(number) ?? NONE;
  }

  /** The id of a row of an entry or asset. */
  row(id: number): number {
    return rowId(this.environment(environmentOfRow(id)), numberOfRow(id));
  }

  /** The row of a stored file; 0 for one that only the past used. */
  file(id: number): number {
    return this.#files.get(id) ?? NONE;
  }
}
