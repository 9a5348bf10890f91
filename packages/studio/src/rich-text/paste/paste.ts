/** What is pasted and dropped: HTML is cleaned, Markdown read, pictures are uploaded, and an address links what is selected. */
import { Extension } from '@tiptap/core';
import { DOMParser as DocumentParser, Fragment, type ResolvedPos, type Slice } from '@tiptap/pm/model';
import { Plugin } from '@tiptap/pm/state';
import type { EditorProps, EditorView } from '@tiptap/pm/view';
import { isAddress } from '../document/href.ts';
import { PENDING_PICTURE } from '../document/own-names.ts';
import { readForeignHtml } from './foreign-html.ts';
import { ForeignWords } from './foreign-words.ts';
import { htmlOfLines, isMarkdown } from './plain-text.ts';
import type { UploadSurroundings, Uploads } from './uploads.ts';

/** The editor's own clipboard, which ProseMirror marks so. */
const OWN = /<[^>]+data-pm-slice=/;

/** Takes what is pasted and dropped. */
export function pasteExtension(uploads: Uploads, surroundings: UploadSurroundings): Extension {
  return Extension.create({
    name: 'clean',
    addProseMirrorPlugins: () => [new Plugin({ props: propsOf(new ForeignWords(uploads, surroundings), uploads) })],
  });
}

function propsOf(foreign: ForeignWords, uploads: Uploads): EditorProps {
  const preload = () => foreign.preload();
  return {
    handleDOMEvents: { focus: preload, dragenter: preload },
    transformPastedHTML: (html, view) => (OWN.test(html) ? quietHtml(html) : foreign.clean(html, view)),
    clipboardTextParser: (text, context, plain, view) => {
      const html = !plain && isMarkdown(text) ? foreign.htmlOf(text) : htmlOfLines(text);
      return sliceOf(html, context, view);
    },
    handlePaste: (view, event, slice) => {
      const later = foreign.takeUnread();
      if (pasteFiles(view, event.clipboardData, uploads) || linkSelection(view, event)) return true;
      if (later !== null) void foreign.pasteRead(later, slice, view);
      return later !== null;
    },
    handleDrop: (view, event, _, moved) => {
      foreign.takeUnread();
      return !moved && dropFiles(view, event, uploads);
    },
  };
}

/** HTML that ProseMirror may read as it is, without the page taking notice of its styles. */
function quietHtml(html: string): string {
  return readForeignHtml(html).document.body.innerHTML;
}

function sliceOf(html: string, context: ResolvedPos, { state }: EditorView): Slice {
  const holder = document.implementation.createHTMLDocument().body;
  holder.innerHTML = html;
  return DocumentParser.fromSchema(state.schema).parseSlice(holder, { context, preserveWhitespace: true });
}

/** Uploads the pictures of a clipboard that holds no words, as a screenshot or a picture copied from a page. */
function pasteFiles(view: EditorView, data: DataTransfer | null, uploads: Uploads): boolean {
  if (data?.files.length === 0) return false;
  const words = readForeignHtml(data?.getData('text/html') ?? '').document.body.textContent?.trim();
  return !words && insertFiles(view, data, view.state.selection.to, uploads);
}

function dropFiles(view: EditorView, event: DragEvent, uploads: Uploads): boolean {
  const at = view.posAtCoords({ left: event.clientX, top: event.clientY })?.pos;
  const isTaken = at !== undefined && insertFiles(view, event.dataTransfer, at, uploads);
  // Otherwise the browser would leave the page for the file.
  if (isTaken || (event.dataTransfer?.files.length ?? 0) > 0) event.preventDefault();
  return isTaken;
}

function insertFiles(view: EditorView, data: DataTransfer | null, at: number, uploads: Uploads): boolean {
  const pictures = [...(data?.files ?? [])].filter(({ type }) => type.startsWith('image/'));
  const { schema, tr, doc } = view.state;
  if (pictures.length === 0 || !uploads.isPossible(view.state)) return false;
  const places = uploads
    .begin(
      view,
      pictures.map((file) => ({ file, alt: '' })),
    )
    .map((name) => schema.node(PENDING_PICTURE, { name }));
  const $at = doc.resolve(at);
  // They stand below the block that the caret is in; in its place where it is empty.
  const isPlace = $at.depth > 0 && $at.parent.isTextblock;
  const from = isPlace ? ($at.parent.childCount === 0 ? $at.before() : $at.after()) : at;
  const to = isPlace ? $at.after() : at;
  view.dispatch(tr.replaceWith(from, to, Fragment.fromArray(places)).scrollIntoView());
  return true;
}

/** Links the selected words to the address that is pasted over them. */
function linkSelection(view: EditorView, event: ClipboardEvent): boolean {
  const address = event.clipboardData?.getData('text/plain').trim() ?? '';
  const { selection, schema, tr } = view.state;
  if (selection.empty || schema.marks.link === undefined || !isAddress(address)) return false;
  if (!selection.$from.sameParent(selection.$to) || selection.$from.parent.type.spec.code === true) return false;
  view.dispatch(tr.addMark(selection.from, selection.to, schema.mark('link', { href: address })));
  return true;
}
