/**
 * What a rich text field may hold: the names of the contract, less what the field leaves out. A test holds what the editor
 * makes of them against the server's own grammar.
 */
import { marks as allMarks, basicNodes, optionalNodes } from '../../../../contract/src/rich-text.ts';

export type { RichTextMark, RichTextNode } from '../../../../contract/src/rich-text.ts';

/** A link to an entry or an asset, as the API gives it. */
export interface RichTextLink {
  readonly type: 'entry' | 'asset';
  readonly id: string;
}

/** The nodes and marks that can be made in a field. */
export interface Grammar {
  readonly nodes: ReadonlySet<string>;
  readonly marks: ReadonlySet<string>;
}

/** The grammar of a field with the validations `nodes` and `marks`; without one of them, all of them may be used. */
export function grammarOf(nodes?: readonly string[], marks?: readonly string[]): Grammar {
  const chosen = Object.entries(optionalNodes).filter(([name]) => nodes?.includes(name) ?? true);
  return {
    nodes: new Set([...basicNodes, ...chosen.flatMap(([name, parts]) => [name, ...parts])]),
    marks: new Set<string>(allMarks.filter((name) => marks?.includes(name) ?? true)),
  };
}
