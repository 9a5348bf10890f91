/**
 * A part of a text that is rewritten while the person writes on: the words that were selected, or all of it. It follows its
 * words through every edit, and is replaced in one step, which undo takes back.
 */
import type { Range } from '@tiptap/core';
import type { closeHistory } from '@tiptap/pm/history';
import type { DOMParser, DOMSerializer, Fragment, Node } from '@tiptap/pm/model';
import type { Transaction } from '@tiptap/pm/state';
import type { changeInto } from './document/outside-change.ts';
import type { TextPart } from './editor-props.ts';
import type { OpenEditor } from './open-editor.ts';
import { htmlOfMarkdown } from './paste/markdown.ts';
import { htmlOfLines, isMarkdown } from './paste/plain-text.ts';
import type { markRange } from './use-marked-range.ts';

/** What the editor has loaded: a file that comes later and imported it would have it divided, and larger over the line. */
export type EditorLibrary = readonly [
  typeof changeInto,
  typeof closeHistory,
  typeof markRange,
  typeof DOMParser,
  typeof DOMSerializer,
];

/** Models put what they write into a fence now and then. */
const FENCED = /^```\w*\n([\s\S]*?)\n?```$/;
const HTML = /<\/?[a-z][^>]*>|&(?:[a-z]+|#\d+);/i;

/** The part that is selected; all of the text where nothing is. */
export function partOf(opened: OpenEditor, library: EditorLibrary): TextPart {
  const [changeInto, closeHistory, markRange, Parser, Serializer] = library;
  const parser = Parser.fromSchema(opened.editor.schema);
  const serializer = Serializer.fromSchema(opened.editor.schema);
  const { editor } = opened;
  const { selection, doc } = editor.state;
  const isWhole = selection.empty || doc.textBetween(selection.from, selection.to).trim() === '';
  let { from, to } = isWhole ? { from: 0, to: doc.content.size } : selection;
  const unmark = isWhole ? () => undefined : markRange(editor, { from, to });
  const follow = ({ transaction: { mapping } }: { readonly transaction: Transaction }) => {
    to = mapping.map(to, -1);
    from = Math.min(mapping.map(from, 1), to);
  };
  editor.on('transaction', follow);
  const range = (): Range => (isWhole ? { from: 0, to: editor.state.doc.content.size } : { from, to });
  const htmlIn = (written: string) => {
    const text = (FENCED.exec(written.trim())?.[1] ?? written).trim();
    return HTML.test(text) ? text : isMarkdown(text) ? htmlOfMarkdown(text) : htmlOfLines(text);
  };
  const change = (written: string) =>
    changeInto(editor.state.tr, madeOf(editor.state.tr, { parser, isWhole, ...range(), html: htmlIn(written) }));
  return {
    isWhole,
    html: () => htmlOf(editor.state.doc, range(), serializer),
    replaced: (written) => {
      const { doc: made } = change(written);
      return { value: opened.valueOf(made), lost: Math.max(0, embeddedIn(editor.state.doc) - embeddedIn(made)) };
    },
    replace: (written) => {
      if (editor.isDestroyed) return false;
      // A step of its own, whatever was typed just before and is typed after.
      editor.view.dispatch(closeHistory(change(written)).setMeta('addToHistory', true).scrollIntoView());
      editor.view.dispatch(closeHistory(editor.state.tr));
      editor.view.focus();
      return true;
    },
    end: () => {
      editor.off('transaction', follow);
      unmark();
    },
  };
}

/** The part as HTML: of words in one paragraph, the words alone. '' where nothing is written. */
function htmlOf(doc: Node, { from, to }: Range, serializer: DOMSerializer): string {
  const [$from, $to] = [doc.resolve(from), doc.resolve(to)];
  const isInline = $from.sameParent($to) && $from.parent.inlineContent;
  const fragment: Fragment = isInline
    ? $from.parent.cut($from.parentOffset, $to.parentOffset).content
    : doc.slice(from, to).content;
  if (fragment.textBetween(0, fragment.size).trim() === '') return '';
  const holder = emptyPage();
  holder.append(serializer.serializeFragment(fragment, { document: holder.ownerDocument }));
  return holder.innerHTML;
}

interface Replacement extends Range {
  readonly parser: DOMParser;
  readonly isWhole: boolean;
  readonly html: string;
}

/** The document with HTML in the place of a range; what the field does not allow is left out. */
function madeOf(transaction: Transaction, { parser, isWhole, from, to, html }: Replacement): Node {
  const { doc } = transaction;
  const holder = emptyPage();
  holder.innerHTML = html;
  if (isWhole) return parser.parse(holder);
  return transaction.replaceRange(from, to, parser.parseSlice(holder, { context: doc.resolve(from) })).doc;
}

/** Entries, files and other things in a text that no words stand for. */
function embeddedIn(doc: Node): number {
  let count = 0;
  doc.descendants((node) => {
    if (node.isAtom && !node.isText && node.type.name !== 'hardBreak') count += 1;
  });
  return count;
}

/** Nothing in it is loaded or run. */
function emptyPage(): HTMLElement {
  return document.implementation.createHTMLDocument().body;
}
