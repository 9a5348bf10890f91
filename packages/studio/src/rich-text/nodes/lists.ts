/** Lists, whose items hold any blocks: Tab and Shift-Tab change the level, Enter splits, Backspace at the start leaves. */
import { type Editor, Node, wrappingInputRule } from '@tiptap/core';

export const BulletList = Node.create({
  name: 'bulletList',
  group: 'block list',
  content: 'listItem+',
  parseHTML: () => [{ tag: 'ul' }],
  renderHTML: () => ['ul', 0],
  addInputRules() {
    return [wrappingInputRule({ find: /^\s*[-+*]\s$/, type: this.type })];
  },
  addKeyboardShortcuts() {
    return { 'Mod-Shift-8': () => toggleList(this.editor, 'bulletList') };
  },
});

export const OrderedList = Node.create({
  name: 'orderedList',
  group: 'block list',
  content: 'listItem+',
  addAttributes: () => ({ start: { default: null, parseHTML: startOf } }),
  parseHTML: () => [{ tag: 'ol' }],
  renderHTML: ({ HTMLAttributes }) => ['ol', HTMLAttributes, 0],
  addInputRules() {
    return [
      wrappingInputRule({
        find: /^(\d{1,9})\.\s$/,
        type: this.type,
        getAttributes: ([, number]) => ({ start: number === '1' ? null : Number(number) }),
        joinPredicate: ([, number], list) => list.childCount + (list.attrs.start ?? 1) === Number(number),
      }),
    ];
  },
  addKeyboardShortcuts() {
    return { 'Mod-Shift-7': () => toggleList(this.editor, 'orderedList') };
  },
});

export const ListItem = Node.create({
  name: 'listItem',
  content: 'block+',
  defining: true,
  parseHTML: () => [{ tag: 'li' }],
  renderHTML: () => ['li', 0],
  addKeyboardShortcuts() {
    return {
      Enter: () => this.editor.commands.splitListItem('listItem'),
      Tab: () => this.editor.commands.sinkListItem('listItem'),
      'Shift-Tab': () => this.editor.commands.liftListItem('listItem'),
      Backspace: () => isAtStartOfItem(this.editor) && this.editor.commands.liftListItem('listItem'),
    };
  },
});

/** Makes a list of the blocks that are selected, turns a list into one of the other kind, or takes the list away. */
export function toggleList(editor: Editor, name: 'bulletList' | 'orderedList'): boolean {
  return editor.chain().focus().toggleList(name, 'listItem').run();
}

function startOf(list: HTMLElement): number | null {
  const start = Number.parseInt(list.getAttribute('start') ?? '', 10);
  return Number.isSafeInteger(start) && start !== 1 ? start : null;
}

function isAtStartOfItem({ state: { selection } }: Editor): boolean {
  const { $from, empty } = selection;
  const isFirst = $from.depth >= 2 && $from.node(-1).type.name === 'listItem' && $from.index(-1) === 0;
  return empty && isFirst && $from.parentOffset === 0;
}
