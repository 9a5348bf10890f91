/** The headings of a document, as an outline of it. */
import type { Node } from '@tiptap/pm/model';

/** A heading of the text. */
export interface OutlineHeading {
  readonly text: string;
  readonly level: number;
  /** The position before it. */
  readonly at: number;
  /** Whether it is more than one level below the one before it: who listens to the text misses a level there. */
  readonly isSkipping: boolean;
}

/** The headings in their order; those without a word are left out. */
export function headingsOf(doc: Node): readonly OutlineHeading[] {
  const found: OutlineHeading[] = [];
  doc.descendants((node, at) => {
    const text = node.textContent.trim();
    if (node.type.name === 'heading' && text !== '') {
      const before = found.at(-1)?.level ?? node.attrs.level;
      found.push({ text, level: node.attrs.level, at, isSkipping: node.attrs.level > before + 1 });
    }
    return !node.isTextblock;
  });
  return found;
}
