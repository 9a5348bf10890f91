/** Blocks of text, and what stands between them. */
import { type Editor, Node, nodeInputRule, textblockTypeInputRule, wrappingInputRule } from '@tiptap/core';

export const HEADING_LEVELS = [1, 2, 3, 4, 5, 6] as const;

export const Doc = Node.create({ name: 'doc', topNode: true, content: 'block+' });

export const Text = Node.create({ name: 'text', group: 'inline' });

export const Paragraph = Node.create({
  name: 'paragraph',
  // Above all others: it is the block that is made where any block may stand.
  priority: 1000,
  group: 'block',
  content: 'inline*',
  parseHTML: () => [{ tag: 'p' }],
  renderHTML: () => ['p', 0],
  addKeyboardShortcuts() {
    return { 'Mod-Alt-0': () => this.editor.commands.setNode('paragraph') };
  },
});

export const Heading = Node.create({
  name: 'heading',
  group: 'block',
  content: 'inline*',
  defining: true,
  addAttributes: () => ({ level: { isRequired: true, rendered: false } }),
  parseHTML: () => HEADING_LEVELS.map((level) => ({ tag: `h${level}`, attrs: { level } })),
  renderHTML: ({ node }) => [`h${node.attrs.level}`, 0],
  addInputRules() {
    return HEADING_LEVELS.map((level) =>
      textblockTypeInputRule({ find: new RegExp(`^#{${level}}\\s$`), type: this.type, getAttributes: { level } }),
    );
  },
  addKeyboardShortcuts() {
    const shortcuts = HEADING_LEVELS.map((level) => [
      `Mod-Alt-${level}`,
      () => this.editor.commands.toggleNode('heading', 'paragraph', { level }),
    ]);
    return { ...Object.fromEntries(shortcuts), Backspace: () => becomeParagraph(this.editor, 'heading') };
  },
});

export const Blockquote = Node.create({
  name: 'blockquote',
  group: 'block',
  content: 'block+',
  defining: true,
  parseHTML: () => [{ tag: 'blockquote' }],
  renderHTML: () => ['blockquote', 0],
  addInputRules() {
    return [wrappingInputRule({ find: /^\s*>\s$/, type: this.type })];
  },
  addKeyboardShortcuts() {
    return { 'Mod-Shift-b': () => this.editor.commands.toggleWrap('blockquote') };
  },
});

export const CodeBlock = Node.create({
  name: 'codeBlock',
  group: 'block',
  content: 'text*',
  marks: '',
  code: true,
  defining: true,
  addAttributes: () => ({ language: { default: null, rendered: false } }),
  parseHTML: () => [{ tag: 'pre', preserveWhitespace: 'full', getAttrs: (pre) => ({ language: languageOf(pre) }) }],
  renderHTML: ({ node: { attrs } }) => [
    'pre',
    ['code', attrs.language === null ? {} : { class: `language-${attrs.language}` }, 0],
  ],
  addInputRules() {
    const getAttributes = ([, language]: readonly string[]) => ({ language: language === '' ? null : language });
    return [textblockTypeInputRule({ find: /^```([a-z0-9+#-]{0,20})[\s\n]$/, type: this.type, getAttributes })];
  },
  addKeyboardShortcuts() {
    return {
      'Mod-Alt-c': () => this.editor.commands.toggleNode('codeBlock', 'paragraph'),
      Backspace: () => becomeParagraph(this.editor, 'codeBlock'),
    };
  },
});

export const HorizontalRule = Node.create({
  name: 'horizontalRule',
  group: 'block',
  parseHTML: () => [{ tag: 'hr' }],
  renderHTML: () => ['hr'],
  addInputRules() {
    return [nodeInputRule({ find: /^(?:---|—-|___\s|\*\*\*\s)$/, type: this.type })];
  },
});

export const HardBreak = Node.create({
  name: 'hardBreak',
  group: 'inline',
  inline: true,
  selectable: false,
  linebreakReplacement: true,
  parseHTML: () => [{ tag: 'br' }],
  renderHTML: () => ['br'],
  renderText: () => '\n',
  addKeyboardShortcuts() {
    return { 'Shift-Enter': () => this.editor.commands.insertContent({ type: 'hardBreak' }) };
  },
});

/** The language that highlighters and Markdown renderers write as the class of the code in a `pre`; null without one. */
function languageOf(pre: HTMLElement): string | null {
  return /(?:^|\s)lang(?:uage)?-([^\s]{1,64})/.exec(pre.querySelector('code')?.className ?? '')?.[1] ?? null;
}

/** Turns a block into a paragraph where the caret is at its start, for Backspace. */
function becomeParagraph({ state: { selection }, commands }: Editor, name: string): boolean {
  const { $from, empty } = selection;
  return empty && $from.parentOffset === 0 && $from.parent.type.name === name && commands.setNode('paragraph');
}
