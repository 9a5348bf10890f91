/**
 * The links of an export: which row links to which, in which field and order. Strapi writes each link once, on the owning side;
 * links to media are written on the side of the file.
 */
import { ExportFileError } from '../../export-file-error.ts';
import { isRecord } from '../../json-object.ts';
import { isComponentUid, isContentUid, textIn } from './schema.ts';

export const FILE_UID = 'plugin::upload.file';
/** Maximum links of one export, all of which are kept in memory. */
const LINKS_MAX = 2_000_000;
/** Maximum characters of type, field and number together; longer than any name in Strapi. */
const NAME_CHARACTERS_MAX = 500;

/** A row of a type or component. */
export interface RowName {
  readonly uid: string;
  readonly id: string;
}

interface Target extends RowName {
  readonly position: number;
}

export class Links {
  readonly #targets = new Map<string, Target[]>();
  #count = 0;

  /** Adds a line of the export; ignores links that are not between content. @throws ExportFileError */
  add(line: Readonly<Record<string, unknown>>): void {
    const left = endOf(line.left);
    const right = endOf(line.right);
    if (left === null || right === null || left.field === 'localizations') return;
    if (left.uid === FILE_UID) {
      if (left.field === 'related') this.#keep(right, { ...left, position: right.position });
    } else this.#keep(left, { ...right, position: line.kind === 'relation.morph' ? right.position : left.position });
  }

  /** The targets of a row's field, in order. */
  targets({ uid, id }: RowName, field: string): readonly RowName[] {
    return (this.#targets.get(nameOf(uid, id, field)) ?? []).toSorted((a, b) => a.position - b.position);
  }

  #keep(holder: End, { uid, id, position }: Target): void {
    if (!isContentUid(holder.uid) && !isComponentUid(holder.uid)) return;
    this.#count += 1;
    if (this.#count > LINKS_MAX)
      throw new ExportFileError(`The export has more than ${LINKS_MAX} links; export it in parts.`);
    const name = nameOf(holder.uid, holder.id, holder.field);
    const known = this.#targets.get(name);
    if (known === undefined) this.#targets.set(name, [{ uid, id, position }]);
    else known.push({ uid, id, position });
  }
}

interface End extends Target {
  readonly field: string;
}

function endOf(end: unknown): End | null {
  if (!isRecord(end)) return null;
  const { ref, pos } = end;
  if (typeof ref !== 'number' && typeof ref !== 'string') return null;
  const [uid, id, field] = [textIn(end, 'type'), String(ref), textIn(end, 'field')];
  if (uid.length + id.length + field.length > NAME_CHARACTERS_MAX) return null;
  return { uid, id, field, position: typeof pos === 'number' ? pos : 0 };
}

function nameOf(uid: string, id: string, field: string): string {
  return `${uid} ${id} ${field}`;
}
