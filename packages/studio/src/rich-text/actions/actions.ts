/**
 * What can be done in the editor, once for the toolbar, the menu of `/` and the shortcuts' names. The shortcuts themselves
 * are with their nodes and marks.
 */
import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { Editor } from '@tiptap/core';
import {
  BoldIcon,
  CodeBlockIcon,
  CodeIcon,
  EntryIcon,
  Heading1Icon,
  Heading2Icon,
  Heading3Icon,
  Heading4Icon,
  Heading5Icon,
  Heading6Icon,
  ImageIcon,
  ItalicIcon,
  ListIcon,
  OrderedListIcon,
  ParagraphIcon,
  QuoteIcon,
  RuleIcon,
  StrikeIcon,
  SubscriptIcon,
  SuperscriptIcon,
  TableIcon,
  UnderlineIcon,
} from '../../ui/icons.ts';
import type { Grammar } from '../document/grammar.ts';
import { toggleList } from '../nodes/lists.ts';
import { insertBlock, newTable } from './insert.ts';

/** Lets the person choose an entry or an asset, and puts it into the text. */
export type PickAndInsert = (editor: Editor, node: 'entryBlock' | 'entryInline' | 'assetBlock') => void;

export interface Action {
  readonly id: string;
  readonly label: MessageDescriptor;
  readonly icon: typeof BoldIcon;
  /** As Tiptap names them, `Mod-b`. */
  readonly keys?: string;
  /** The node or mark that it makes. */
  readonly makes: string;
  /** What it is looked for by as well, in Markdown and in other programs. */
  readonly aliases?: string;
  readonly isActive?: (editor: Editor) => boolean;
  run(editor: Editor, insert: PickAndInsert): void;
}

/** Marks on words, in the order of the toolbar. */
const MARKS: readonly Action[] = [
  mark('bold', msg`Bold`, BoldIcon, 'Mod-b'),
  mark('italic', msg`Italic`, ItalicIcon, 'Mod-i'),
  mark('underline', msg`Underline`, UnderlineIcon, 'Mod-u'),
  mark('strike', msg`Strikethrough`, StrikeIcon, 'Mod-Shift-s'),
  mark('code', msg`Code`, CodeIcon, 'Mod-e'),
  mark('superscript', msg`Superscript`, SuperscriptIcon, 'Mod-.'),
  mark('subscript', msg`Subscript`, SubscriptIcon, 'Mod-,'),
];

/** By level. */
const HEADINGS = [
  { label: msg`Heading 1`, icon: Heading1Icon },
  { label: msg`Heading 2`, icon: Heading2Icon },
  { label: msg`Heading 3`, icon: Heading3Icon },
  { label: msg`Heading 4`, icon: Heading4Icon },
  { label: msg`Heading 5`, icon: Heading5Icon },
  { label: msg`Heading 6`, icon: Heading6Icon },
];

/** What a block of text can be. */
const BLOCKS: readonly Action[] = [
  {
    id: 'paragraph',
    label: msg`Text`,
    icon: ParagraphIcon,
    keys: 'Mod-Alt-0',
    makes: 'paragraph',
    aliases: 'paragraph',
    isActive: (editor) => editor.isActive('paragraph'),
    run: (editor) => editor.chain().focus().setNode('paragraph').run(),
  },
  ...HEADINGS.map(
    ({ label, icon }, index): Action => ({
      id: `heading-${index + 1}`,
      label,
      icon,
      keys: `Mod-Alt-${index + 1}`,
      makes: 'heading',
      aliases: `h${index + 1} ${'#'.repeat(index + 1)}`,
      isActive: (editor) => editor.isActive('heading', { level: index + 1 }),
      run: (editor) =>
        editor
          .chain()
          .focus()
          .setNode('heading', { level: index + 1 })
          .run(),
    }),
  ),
  {
    id: 'codeBlock',
    label: msg`Code block`,
    icon: CodeBlockIcon,
    keys: 'Mod-Alt-c',
    makes: 'codeBlock',
    aliases: 'pre ```',
    isActive: (editor) => editor.isActive('codeBlock'),
    run: (editor) => editor.chain().focus().setNode('codeBlock').run(),
  },
];

/** What blocks can stand in. */
const GROUPS: readonly Action[] = [
  {
    id: 'bulletList',
    label: msg`Bulleted list`,
    icon: ListIcon,
    keys: 'Mod-Shift-8',
    makes: 'bulletList',
    aliases: 'ul -',
    isActive: (editor) => editor.isActive('bulletList'),
    run: (editor) => toggleList(editor, 'bulletList'),
  },
  {
    id: 'orderedList',
    label: msg`Numbered list`,
    icon: OrderedListIcon,
    keys: 'Mod-Shift-7',
    makes: 'orderedList',
    aliases: 'ol 1.',
    isActive: (editor) => editor.isActive('orderedList'),
    run: (editor) => toggleList(editor, 'orderedList'),
  },
  {
    id: 'blockquote',
    label: msg`Quote`,
    icon: QuoteIcon,
    keys: 'Mod-Shift-b',
    makes: 'blockquote',
    aliases: 'blockquote >',
    isActive: (editor) => editor.isActive('blockquote'),
    run: (editor) => editor.chain().focus().toggleWrap('blockquote').run(),
  },
];

/** What can be put between blocks or words. */
const INSERTS: readonly Action[] = [
  {
    id: 'assetBlock',
    label: msg`Picture or file`,
    icon: ImageIcon,
    makes: 'assetBlock',
    aliases: 'image asset media video',
    run: (editor, insert) => insert(editor, 'assetBlock'),
  },
  {
    id: 'entryBlock',
    label: msg`Entry`,
    icon: EntryIcon,
    makes: 'entryBlock',
    aliases: 'embed reference',
    run: (editor, insert) => insert(editor, 'entryBlock'),
  },
  {
    id: 'entryInline',
    label: msg`Inline entry`,
    icon: EntryIcon,
    makes: 'entryInline',
    aliases: 'embed reference mention',
    run: (editor, insert) => insert(editor, 'entryInline'),
  },
  {
    id: 'table',
    label: msg`Table`,
    icon: TableIcon,
    makes: 'table',
    run: (editor) => insertBlock(editor, newTable(editor)),
  },
  {
    id: 'horizontalRule',
    label: msg`Line`,
    icon: RuleIcon,
    makes: 'horizontalRule',
    aliases: 'rule hr ---',
    run: (editor) => insertBlock(editor, editor.schema.nodes.horizontalRule?.create()),
  },
];

/** The actions of a field, in the groups in which they are shown. */
export interface Actions {
  readonly marks: readonly Action[];
  readonly blocks: readonly Action[];
  readonly groups: readonly Action[];
  readonly inserts: readonly Action[];
}

/** The actions that make what a grammar allows. */
export function actionsOf({ nodes, marks }: Grammar): Actions {
  const allowed = (actions: readonly Action[]) => actions.filter(({ makes }) => nodes.has(makes) || marks.has(makes));
  return { marks: allowed(MARKS), blocks: allowed(BLOCKS), groups: allowed(GROUPS), inserts: allowed(INSERTS) };
}

function mark(name: string, label: MessageDescriptor, icon: typeof BoldIcon, keys: string): Action {
  return {
    id: name,
    label,
    icon,
    keys,
    makes: name,
    isActive: (editor) => editor.isActive(name),
    run: (editor) => editor.chain().focus().toggleMark(name).run(),
  };
}
