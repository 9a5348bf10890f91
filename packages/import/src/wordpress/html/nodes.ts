/** The nodes that HTML is converted to, and the attributes that they are built from. Pure functions. */

import { LANGUAGE_CHARACTERS_MAX } from '../../../../contract/src/rich-text.ts';
import { excerpt } from '../../excerpt.ts';
import type { RichNode } from '../../rich-node.ts';
import { elementsIn, type HtmlElement } from './html-tree.ts';
import type { Shortcode } from './shortcodes.ts';

const ADDRESS_SHOWN = 120;
const START_MAX = 1_000_000_000;

/** Whether a mark is a link of any kind. */
export function isLink(type: string): boolean {
  return type === 'link' || type === 'entryLink' || type === 'assetLink';
}

/** The address of a link; '' for none. */
export function hrefOf({ attributes }: HtmlElement): string {
  return (attributes.href ?? '').trim();
}

/** An address as a place in a note. */
export function addressPlace(address: string): string {
  return address === '' ? '' : excerpt(address, ADDRESS_SHOWN);
}

/** The address in a shortcode, from an attribute or on its own. */
export function mediaAddress({ attributes, source }: Shortcode): string {
  const names = ['src', 'mp3', 'm4a', 'ogg', 'wav', 'wma', 'flac', 'mp4', 'm4v', 'webm', 'ogv', 'wmv', 'flv'];
  const named = names.map((name) => attributes[name]).find((value) => value !== undefined && value !== '');
  return named ?? /https?:\/\/[^\s"'\]]+/.exec(source)?.[0] ?? '';
}

/** An image or other file between paragraphs. */
export function assetBlock(key: string): RichNode {
  return { type: 'assetBlock', attrs: { asset: { type: 'asset', id: key } } };
}

/** A block of code. */
export function codeBlock(text: string, language?: string): RichNode {
  const content = [{ type: 'text', text }];
  return language === undefined ? { type: 'codeBlock', content } : { type: 'codeBlock', attrs: { language }, content };
}

/** The language given by the classes of a code block. */
export function languageOf(element: HtmlElement): string | undefined {
  const classes = [element, ...elementsIn(element.children)].map(({ attributes }) => attributes.class ?? '').join(' ');
  const language = /(?:^|\s)lang(?:uage)?-([\w+#-]+)/.exec(classes)?.[1];
  return language !== undefined && language.length <= LANGUAGE_CHARACTERS_MAX ? language : undefined;
}

/** An item of a list, which is never empty. */
export function listItem(content: readonly RichNode[]): RichNode {
  return { type: 'listItem', content: content.length > 0 ? content : [{ type: 'paragraph' }] };
}

/** The list node for a list element. */
export function listKind({ name, attributes }: HtmlElement): Pick<RichNode, 'type' | 'attrs'> {
  if (name === 'ul') return { type: 'bulletList' };
  const start = Number(attributes.start ?? '1');
  const isGiven = Number.isInteger(start) && start !== 1 && Math.abs(start) <= START_MAX;
  return isGiven ? { type: 'orderedList', attrs: { start } } : { type: 'orderedList' };
}
