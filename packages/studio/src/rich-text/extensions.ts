/** The extensions of a field's editor: what all texts consist of, and what its grammar names. */
import { type AnyExtension, Extension, type Extensions } from '@tiptap/core';
import { Gapcursor } from '@tiptap/extensions/gap-cursor';
import { Placeholder } from '@tiptap/extensions/placeholder';
import { UndoRedo } from '@tiptap/extensions/undo-redo';
import { type EditorState, Plugin } from '@tiptap/pm/state';
import { type LinkTarget, targetAt } from './actions/links.ts';
import { type SlashChoices, slashExtension } from './actions/slash.ts';
import { DepthLimit } from './document/depth-limit.ts';
import type { Grammar, RichTextNode } from './document/grammar.ts';
import { Blockquote, Doc, HardBreak, Heading, HorizontalRule, Paragraph, Text } from './nodes/blocks.ts';
import { type CardSurroundings, cardNodes } from './nodes/cards.ts';
import { codeBlockWithLanguage } from './nodes/code-language.ts';
import { keptExtensions } from './nodes/kept.ts';
import { BulletList, ListItem, OrderedList } from './nodes/lists.ts';
import {
  AssetLink,
  Bold,
  Code,
  EntryLink,
  Italic,
  Link,
  Strike,
  Subscript,
  Superscript,
  Underline,
} from './nodes/marks.ts';
import { Table, TableCell, TableHeader, TableRoles, TableRow } from './nodes/tables.ts';
import { pasteExtension } from './paste/paste.ts';
import { type OnLateUpload, type UploadSurroundings, Uploads } from './paste/uploads.ts';

/** What an editor needs of the field and the page around it. */
export interface Surroundings extends Omit<CardSurroundings, 'uploadedPicture'>, UploadSurroundings, SlashChoices {
  readonly grammar: Grammar;
  readonly readOnly: boolean;
  readonly placeholder: string;
  /** What the Content-Security-Policy lets a style sheet be written with. */
  readonly styleNonce: string;
  /** Opens the dialog for the link at the caret. */
  editLink(): void;
  /** Moves the focus into the toolbar. */
  focusToolbar(): void;
  /** Opens what a link leads to. */
  follow(target: LinkTarget): void;
  /** The attributes of the element that is written in. */
  attributesOf(state: EditorState): Record<string, string>;
  /** Is told the value after each edit by the person. */
  changed(value: RichTextNode | null): void;
  /** Is told the value which a closed editor would have given now, and the one that it gave last. */
  changedLate(value: RichTextNode | null, last: RichTextNode | null): void;
  /** Is told when the focus leaves the text. */
  left(): void;
}

/** The extensions. */
export function extensionsOf(surroundings: Surroundings, arrivedLate: OnLateUpload): Extensions {
  const { grammar, words, placeholder } = surroundings;
  const uploads = new Uploads(surroundings, arrivedLate);
  const cards = cardNodes({ ...surroundings, uploadedPicture: (id) => uploads.pictureOf(id) });
  const optional: Extensions = [
    Heading,
    BulletList,
    OrderedList,
    ListItem,
    Blockquote,
    codeBlockWithLanguage(words),
    HorizontalRule,
    HardBreak,
    Table,
    TableRow,
    TableHeader,
    TableCell,
    ...cards,
    Link,
    EntryLink,
    AssetLink,
    Bold,
    Italic,
    Underline,
    Strike,
    Superscript,
    Subscript,
    Code,
  ];
  const isAllowed = ({ name }: AnyExtension) => grammar.nodes.has(name) || grammar.marks.has(name);
  return [
    Doc,
    Paragraph,
    Text,
    ...optional.filter(isAllowed),
    ...keptExtensions(words),
    uploads.node(),
    TableRoles,
    DepthLimit,
    pageKeys(surroundings),
    pasteExtension(uploads, surroundings),
    slashExtension(surroundings),
    UndoRedo,
    Gapcursor,
    Placeholder.configure({ placeholder, showOnlyCurrent: false }),
  ];
}

/** Keys and clicks that lead out of the text. */
function pageKeys({ editLink, focusToolbar, follow, grammar }: Surroundings): Extension {
  const done = (act: () => void) => () => {
    act();
    return true;
  };
  const hasLinks = ['link', 'entryLink', 'assetLink'].some((name) => grammar.marks.has(name));
  return Extension.create({
    name: 'pageKeys',
    addKeyboardShortcuts: () => ({ 'Alt-F10': done(focusToolbar), ...(hasLinks && { 'Mod-k': done(editLink) }) }),
    addProseMirrorPlugins: () => [
      new Plugin({
        props: {
          handleClick: (view, at, event) => {
            const isMeant = view.editable && (event.ctrlKey || event.metaKey);
            const target = isMeant ? targetAt(view.state.doc.resolve(at)) : null;
            if (target !== null) follow(target);
            return target !== null;
          },
          handleDOMEvents: {
            // Browsers tell of a selection only after the next key that is waiting, which is meant for it.
            keydown: (_, event) => {
              if (event.ctrlKey || event.metaKey) document.dispatchEvent(new Event('selectionchange'));
              return false;
            },
            // A text that cannot be written in is one to read: the browser would follow its links, away from Studio.
            click: (view, event) => {
              const link = view.editable ? null : (event.target as Element).closest('a');
              const target = link && targetAt(view.state.doc.resolve(view.posAtDOM(link, 0)));
              if (target === null) return false;
              event.preventDefault();
              follow(target);
              return true;
            },
          },
        },
      }),
    ],
  });
}
