/**
 * The rows of an export: one for each locale and state of a document. Their content is in the spool; memory contains only what
 * identifies the document of each row.
 */
import { parseJson } from '../../exact-json.ts';
import { ExportFileError } from '../../export-file-error.ts';
import { isRecord } from '../../json-object.ts';
import type { JsonLine } from './json-lines.ts';
import type { RowName } from './links.ts';
import { textIn } from './schema.ts';
import { Spool, type SpoolPlace } from './spool.ts';

/** Maximum rows of one export, all of which are indexed in memory. */
const ROWS_MAX = 1_000_000;
/** Maximum characters of an id or a locale; Strapi's are shorter. */
const NAME_CHARACTERS_MAX = 255;

/** The values of a row by attribute. */
export type RowData = Readonly<Record<string, unknown>>;

export interface Row {
  readonly id: string;
  /** '' if the file contains no valid one. */
  readonly documentId: string;
  /** In the spelling of the export; null for none. */
  readonly locale: string | null;
  /** Whether it is what visitors see. For a type without drafts, every row is. */
  readonly isPublished: boolean;
  /** Its file and line in the archive. */
  readonly where: string;
  readonly place: SpoolPlace;
}

export class Rows {
  readonly #spool: Spool;
  readonly #byUid = new Map<string, Map<string, Row>>();
  #count = 0;

  private constructor(spool: Spool) {
    this.#spool = spool;
  }

  /** Creates an empty set of rows. The caller must close it. */
  static async make(): Promise<Rows> {
    return new Rows(await Spool.make());
  }

  /** Adds a row. If several have the same number, only the first is kept. @throws ExportFileError */
  async add(uid: string, { value, bytes, number }: JsonLine, file: string): Promise<void> {
    const { id, data } = value;
    if ((typeof id !== 'number' && typeof id !== 'string') || !isRecord(data))
      throw new ExportFileError(`Line ${number} of ${file} is no entity: the file is damaged; export it again.`);
    this.#count += 1;
    if (this.#count > ROWS_MAX)
      throw new ExportFileError(`The export has more than ${ROWS_MAX} entities; export it in parts.`);
    const known = this.#byUid.get(uid) ?? new Map<string, Row>();
    this.#byUid.set(uid, known);
    const name = String(id).slice(0, NAME_CHARACTERS_MAX);
    if (known.has(name)) return;
    const documentId = textIn(data, 'documentId');
    known.set(name, {
      id: name,
      documentId: documentId.length > NAME_CHARACTERS_MAX ? '' : documentId,
      locale: textIn(data, 'locale').slice(0, NAME_CHARACTERS_MAX) || null,
      isPublished: textIn(data, 'publishedAt') !== '',
      where: `${file.split('/').at(-1)} line ${number}`,
      place: await this.#spool.add(bytes),
    });
  }

  /** The types that have rows. */
  uids(): readonly string[] {
    return [...this.#byUid.keys()];
  }

  /** The rows of a type, in the order of the file. */
  of(uid: string): readonly Row[] {
    return [...(this.#byUid.get(uid)?.values() ?? [])];
  }

  /** The document that a row belongs to; undefined if the row is not in the file. */
  documentIdOf({ uid, id }: RowName): string | undefined {
    return this.#byUid.get(uid)?.get(id)?.documentId;
  }

  /** The content of a row. */
  read({ place }: Row): RowData {
    const line = parseJson(this.#spool.read(place)) as { readonly data: RowData };
    return line.data;
  }

  close(): Promise<void> {
    return this.#spool.close();
  }
}
