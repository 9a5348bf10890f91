/** Which files of a folder define which types. What a project has written beside its types is not for `pull` to write over, or to delete. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isContentType } from '../schema/content-type.ts';
import type { ContentType } from '../schema/types.ts';
import { exportsOf, filesOfTypes } from './schema-folder.ts';
import type { TypePlace } from './type-files.ts';

const DEFINITION = /\bdefine(Type|Component)\b/;

/** A file. */
interface CodeFile {
  readonly name: string;
  /** The types that it exports, and under which names. */
  readonly types: readonly (readonly [exported: string, type: ContentType])[];
  /** Whether it exports anything else. */
  readonly hasMore: boolean;
  /** Whether it makes types, and does not only pass them on. */
  readonly defines: boolean;
}

export class CodeOfTypes {
  readonly #folder: string;
  readonly #files: readonly CodeFile[];

  private constructor(folder: string, files: readonly CodeFile[]) {
    this.#folder = folder;
    this.#files = files;
  }

  /** @throws Error where a file cannot be loaded */
  static async in(folder: string): Promise<CodeOfTypes> {
    const files: CodeFile[] = [];
    for (const name of await filesOfTypes(folder)) {
      const exported = Object.entries(await exportsOf(join(folder, name)));
      const types = exported.flatMap(([as, value]) => (isContentType(value) ? [[as, value] as const] : []));
      const text = await readFile(join(folder, name), 'utf8');
      files.push({ name, types, hasMore: exported.length > types.length, defines: DEFINITION.test(text) });
    }
    return new CodeOfTypes(folder, files);
  }

  /** Paths within the folder. */
  get names(): string[] {
    return this.#files.map(({ name }) => name);
  }

  get types(): ContentType[] {
    return [...new Set(this.#files.flatMap(({ types }) => types.map(([, type]) => type)))];
  }

  /**
   * Where each type is defined, by its id.
   * @throws Error where two are of one id
   */
  places(): Map<string, TypePlace> {
    const places = new Map<string, TypePlace>();
    for (const type of this.types) {
      const place = this.#placeOf(type);
      const { file: other } = places.get(type.apiId) ?? {};
      if (other !== undefined)
        throw new Error(
          `There are two types of the id ${type.apiId}, in ${join(this.#folder, other)} and ${join(this.#folder, place.file)}; delete one of them first.`,
        );
      places.set(type.apiId, place);
    }
    return places;
  }

  /** Others may pass it on: the one that makes it is meant. */
  #placeOf(type: ContentType): TypePlace {
    const places = this.#files.flatMap(({ name: file, types, hasMore, defines }) => {
      const [exported] = types.find(([, one]) => one === type) ?? [];
      return exported === undefined ? [] : [{ file, exported, isAlone: types.length === 1 && !hasMore, defines }];
    });
    const defining = places.filter(({ defines }) => defines);
    const [first] = places;
    const place = defining.find(({ isAlone }) => isAlone) ?? defining[0] ?? first;
    if (place === undefined) throw new Error(`${type.apiId} is in no file.`);
    return place;
  }

  /** Files that define types which are not among those of the environment, and whether they export nothing else. */
  others(apiIds: ReadonlySet<string>): { readonly name: string; readonly types: string[]; readonly isAll: boolean }[] {
    return this.#files.flatMap(({ name, types, hasMore, defines }) => {
      const others = types.map(([, { apiId }]) => apiId).filter((apiId) => !apiIds.has(apiId));
      const isAll = !hasMore && others.length === types.length;
      return others.length > 0 && (isAll || defines) ? [{ name, types: others, isAll }] : [];
    });
  }
}
