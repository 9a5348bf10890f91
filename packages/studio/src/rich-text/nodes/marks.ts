/** Marks on text. Their order here is the order in which new text carries them. */
import { Mark, markInputRule } from '@tiptap/core';
import { isLinkTarget } from '../../../../contract/src/link-address.ts';
import type { RichTextLink } from '../document/grammar.ts';
import { linkAttribute, linkOf } from './link-attribute.ts';

export const Link = Mark.create({
  name: 'link',
  inclusive: false,
  addAttributes: () => ({ href: { isRequired: true } }),
  parseHTML: () => [{ tag: 'a[href]', getAttrs: hrefAttributes }],
  renderHTML: ({ HTMLAttributes }) => ['a', { ...HTMLAttributes, rel: 'noopener noreferrer' }, 0],
});

export const EntryLink = resourceLink('entryLink', 'entry');
export const AssetLink = resourceLink('assetLink', 'asset');

export const Bold = wordMark({
  name: 'bold',
  tags: ['strong', 'b'],
  shortcut: 'Mod-b',
  pattern: /(?:^|\s)(\*\*(?!\s+\*\*)((?:[^*]+))\*\*(?!\s+\*\*))$/,
});
export const Italic = wordMark({
  name: 'italic',
  tags: ['em', 'i'],
  shortcut: 'Mod-i',
  pattern: /(?:^|\s)(\*(?!\s+\*)((?:[^*]+))\*(?!\s+\*))$/,
});
export const Underline = wordMark({ name: 'underline', tags: ['u'], shortcut: 'Mod-u' });
export const Strike = wordMark({
  name: 'strike',
  tags: ['s', 'del', 'strike'],
  shortcut: 'Mod-Shift-s',
  pattern: /(?:^|\s)(~~(?!\s+~~)((?:[^~]+))~~(?!\s+~~))$/,
});
export const Superscript = wordMark({ name: 'superscript', tags: ['sup'], shortcut: 'Mod-.' });
export const Subscript = wordMark({ name: 'subscript', tags: ['sub'], shortcut: 'Mod-,' });
export const Code = wordMark({ name: 'code', tags: ['code'], shortcut: 'Mod-e', pattern: /(^|[^`])`([^`]+)`(?!`)$/ });

interface WordMark {
  readonly name: string;
  /** The elements that it is read from; it is shown as the first. */
  readonly tags: readonly [string, ...string[]];
  readonly shortcut: string;
  /** What is typed around words in Markdown; the last group is the words. */
  readonly pattern?: RegExp;
}

function wordMark({ name, tags, shortcut, pattern }: WordMark): Mark {
  return Mark.create({
    name,
    parseHTML: () => tags.map((tag) => ({ tag })),
    renderHTML: () => [tags[0], 0],
    addKeyboardShortcuts() {
      return { [shortcut]: () => this.editor.commands.toggleMark(name) };
    },
    addInputRules() {
      return pattern === undefined ? [] : [markInputRule({ find: pattern, type: this.type })];
    },
  });
}

function resourceLink(name: string, kind: RichTextLink['type']): Mark {
  return Mark.create({
    name,
    inclusive: false,
    addAttributes: () => ({ [kind]: linkAttribute(kind) }),
    parseHTML: () => [
      { tag: `a[data-${kind}]`, getAttrs: (element) => (linkOf(element, kind) === null ? false : null) },
    ],
    renderHTML: ({ HTMLAttributes }) => ['a', HTMLAttributes, 0],
  });
}

function hrefAttributes(element: HTMLElement): { href: string } | false {
  const href = (element.getAttribute('href') ?? '').trim();
  return href !== '' && isLinkTarget(href) ? { href } : false;
}
