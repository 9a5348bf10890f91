/** The keys of imported entries: the `documentId` of a document. */

import { isKey } from '../../../../contract/src/keys.ts';
import { keyFor } from '../../named-keys.ts';
import type { RowName } from '../archive/links.ts';
import type { Rows } from '../archive/rows.ts';
import type { SourceSchema } from '../archive/schema.ts';

export class DocumentKeys {
  readonly #rows: Rows;
  readonly #names: ReadonlyMap<string, string>;
  /** documentId → the type of the document. */
  readonly #owners = new Map<string, string>();

  constructor(rows: Rows, types: readonly SourceSchema[]) {
    this.#rows = rows;
    this.#names = new Map(types.map(({ uid, name }) => [uid, name]));
    for (const { uid } of types)
      for (const { documentId } of rows.of(uid)) if (!this.#owners.has(documentId)) this.#owners.set(documentId, uid);
  }

  /** The key of a document. If two types have the same id, the second one's key begins with the name of its type. */
  keyOf(uid: string, documentId: string): string {
    const isOwn = this.#owners.get(documentId) === uid && isKey(documentId);
    return isOwn ? documentId : keyFor(this.#names.get(uid) ?? 'entry', documentId);
  }

  /** The key of a row's document; undefined if the row is not in the file, or its type is not imported. */
  keyOfRow(row: RowName): string | undefined {
    const documentId = this.#names.has(row.uid) ? this.#rows.documentIdOf(row) : undefined;
    return documentId === undefined || documentId === '' ? undefined : this.keyOf(row.uid, documentId);
  }
}
