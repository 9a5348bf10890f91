/**
 * Lists of Word: paragraphs one after another, whose style names list and level (`mso-list:l0 level2 lfo1`) and which begin
 * with their bullet or number as text, marked `mso-list:Ignore`.
 */

import { STYLE_ATTRIBUTE } from './foreign-html.ts';

const ARIA_LEVEL = 'data-aria-level';
const LEVEL = /mso-list:\s*l\d+\s+level(\d+)/i;
const NUMBER = /^\(?(?:\d+|[a-z]|[ivxlcdm]+)[.)]$/i;
const MARKER = `[${STYLE_ATTRIBUTE}*="mso-list:Ignore" i], [${STYLE_ATTRIBUTE}*="mso-list: Ignore" i]`;

interface Item {
  readonly paragraph: Element;
  readonly level: number;
  readonly marker: string;
}

/** What a list has to be for an item. */
interface Wanted {
  /** Where it stands if it is an outermost one. */
  readonly before: Element;
  readonly level: number;
  readonly tag: string;
  /** The number that it begins with. */
  readonly start: number;
}

interface OpenList {
  readonly element: Element;
  readonly level: number;
}

/** Makes lists of the paragraphs that Word means as items. */
export function listWordParagraphs(source: Document): void {
  let open: OpenList[] = [];
  for (const paragraph of source.body.querySelectorAll(`p[${STYLE_ATTRIBUTE}*="mso-list" i]`)) {
    const item = itemOf(paragraph);
    if (item === null) continue;
    const outermost = open[0]?.element;
    if (outermost !== undefined && !isNext(outermost, paragraph)) open = [];
    const start = Number.parseInt(item.marker.replace('(', ''), 10);
    const tag = NUMBER.test(item.marker) ? 'ol' : 'ul';
    const list = openAt(open, { before: paragraph, level: item.level, tag, start });
    const line = source.createElement('li');
    list.append(line);
    line.append(paragraph);
  }
  for (const marker of source.body.querySelectorAll(MARKER)) marker.remove();
}

/**
 * Makes one list of the lists that Word for the web means by it: it writes one for each item, in a wrapper of its own, with the depth
 * in `data-aria-level`.
 */
export function nestAriaItems(source: Document): void {
  for (const list of source.body.querySelectorAll('ul, ol')) if (hasAriaItems(list)) unwrap(list);
  let open: OpenList[] = [];
  for (const list of source.body.querySelectorAll('ul, ol')) {
    if (!hasAriaItems(list)) continue;
    const outermost = open[0]?.element;
    if (outermost !== undefined && !isNext(outermost, list)) open = [];
    for (const item of [...list.children]) {
      const level = Number(item.getAttribute(ARIA_LEVEL));
      const start = Number(list.getAttribute('start') ?? 1);
      openAt(open, { before: list, level, tag: list.localName, start }).append(item);
      item.removeAttribute(ARIA_LEVEL);
    }
    list.remove();
  }
}

function hasAriaItems(list: Element): boolean {
  return list.children.length > 0 && [...list.children].every((item) => item.hasAttribute(ARIA_LEVEL));
}

/** Takes away what holds the list alone. */
function unwrap(list: Element): void {
  const { parentElement: wrapper } = list;
  if (wrapper?.localName !== 'div' || wrapper.children.length > 1) return;
  if (wrapper.textContent?.trim() === list.textContent?.trim()) wrapper.replaceWith(list);
}

function itemOf(paragraph: Element): Item | null {
  const level = LEVEL.exec(paragraph.getAttribute(STYLE_ATTRIBUTE) ?? '')?.[1];
  if (level === undefined || paragraph.closest('li') !== null) return null;
  const marker = (paragraph.querySelector(MARKER)?.textContent ?? '').replaceAll(/\s/g, '');
  return { paragraph, level: Number(level), marker };
}

/** Whether nothing but blanks and comments stands between a list and a paragraph. */
function isNext(list: Element, paragraph: Element): boolean {
  if (list.nextElementSibling !== paragraph) return false;
  for (let node = list.nextSibling; node !== paragraph && node !== null; node = node.nextSibling)
    if (node.nodeType === Node.TEXT_NODE && node.textContent?.trim() !== '') return false;
  return true;
}

/** The open list that an item belongs to; a new one where its level or kind is new. */
function openAt(open: OpenList[], { before, level, tag, start }: Wanted): Element {
  while (open.length > 1 && (open.at(-1)?.level ?? 0) > level) open.pop();
  const innermost = open.at(-1);
  if (innermost !== undefined && innermost.level >= level) {
    if (innermost.element.localName === tag) return innermost.element;
    open.pop();
  }
  const element = before.ownerDocument.createElement(tag);
  if (start > 1) element.setAttribute('start', `${start}`);
  const holder = open.at(-1)?.element.lastElementChild;
  if (holder) holder.append(element);
  else before.before(element);
  open.push({ element, level });
  return element;
}
