/** Links in the text: the one at the caret, and how it is set and removed. A text has one of the three kinds. */
import { type Editor, getMarkRange, type Range } from '@tiptap/core';
import type { MarkType, ResolvedPos } from '@tiptap/pm/model';
import type { RichTextLink } from '../document/grammar.ts';

/** Where a link leads: an address, or an entry or asset. */
export type LinkTarget = { readonly type: 'address'; readonly href: string } | RichTextLink;

const LINK_MARKS = ['link', 'entryLink', 'assetLink'] as const;

/** The target of the link at the caret or the beginning of the selection; null without one. */
export function linkAt({ state }: Editor): LinkTarget | null {
  const { $from, empty } = state.selection;
  return targetAt($from, empty);
}

/** The target of the link at a position; with `before`, of one that ends there as well. */
export function targetAt($at: ResolvedPos, before = false): LinkTarget | null {
  for (const { type, attrs } of [...($at.nodeAfter?.marks ?? []), ...((before && $at.nodeBefore?.marks) || [])]) {
    if (type.name === 'link') return { type: 'address', href: attrs.href };
    if (type.name === 'entryLink') return attrs.entry;
    if (type.name === 'assetLink') return attrs.asset;
  }
  return null;
}

/** Links what is selected, or the whole link that the caret is in; without either, the text `words` is put in. */
export function setLink(editor: Editor, target: LinkTarget, words: string): void {
  const { state, view } = editor;
  const { schema, selection, tr } = state;
  const made =
    target.type === 'address' ? ['link', { href: target.href }] : [`${target.type}Link`, { [target.type]: target }];
  const mark = schema.mark(...(made as [string, Record<string, unknown>]));
  const range = selection.empty ? rangeOfLink(editor) : selection;
  if (range === undefined) tr.replaceSelectionWith(schema.text(words, [mark, ...selection.$from.marks()]), false);
  else {
    for (const type of linkMarks(editor)) tr.removeMark(range.from, range.to, type);
    tr.addMark(range.from, range.to, mark);
  }
  view.dispatch(tr);
  editor.commands.focus();
}

/** Removes the links of the selection, or the whole link that the caret is in. */
export function removeLink(editor: Editor): void {
  const { state, view } = editor;
  const range = state.selection.empty ? rangeOfLink(editor) : state.selection;
  if (range === undefined) return;
  const { tr } = state;
  for (const type of linkMarks(editor)) tr.removeMark(range.from, range.to, type);
  view.dispatch(tr);
  editor.commands.focus();
}

/** Where the link at the caret is; undefined without one. */
export function rangeOfLink(editor: Editor): Range | undefined {
  const { $from } = editor.state.selection;
  for (const type of linkMarks(editor)) {
    const range = getMarkRange($from, type);
    if (range) return range;
  }
  return undefined;
}

function linkMarks({ schema }: Editor): MarkType[] {
  return LINK_MARKS.map((name) => schema.marks[name]).filter((type) => type !== undefined);
}
