/**
 * Cleans one SVG as it streams: what `allowed.ts` does not list is removed, with its content. Invariant: the output is
 * written here, element by element; nothing of the input is copied unchecked.
 */

import { type SaxesAttributeNS, SaxesParser, type SaxesTagNS } from 'saxes';
import type { ParamsArgument, RuleName } from '../../../../../../contract/src/violations.ts';
import { invalid } from '../../../../platform/errors/domain-error.ts';
import { ANIMATIONS, ELEMENTS, isAllowedAttribute, isAllowedReference, UNWRAPPED } from './allowed.ts';
import { cleanStyleSheet, isSafeStyle } from './css.ts';
import { type DrawingSize, drawingSize } from './drawing-size.ts';
import { References } from './references.ts';

export const SVG_NAMESPACE = 'http://www.w3.org/2000/svg';
const XLINK_NAMESPACE = 'http://www.w3.org/1999/xlink';
const XML_NAMESPACE = 'http://www.w3.org/XML/1998/namespace';
const XML_ATTRIBUTES = new Set(['space', 'lang']);
const ELEMENTS_MAX = 200_000;
const DEPTH_MAX = 200;
const ATTRIBUTES_MAX = 100;

/** What happens to an element: kept, removed while its content stays, or removed with its content. */
type Fate = 'kept' | 'unwrapped' | 'dropped';

/** Accepts the text of an SVG in chunks and returns the cleaned text. */
export class SvgCleaner {
  readonly #parser = new SaxesParser({ xmlns: true, additionalNamespaces: { xlink: XLINK_NAMESPACE } });
  readonly #fates: Fate[] = [];
  readonly #references = new References();
  #output: string[] = [];
  #styleSheet: string | null = null;
  #droppedDepth = 0;
  #elements = 0;
  #size: DrawingSize | null = null;

  constructor() {
    const parser = this.#parser;
    parser.on('error', (error) => {
      throw refused('well_formed', `This SVG is not well-formed (${error.message.slice(0, 200)}); save it again.`);
    });
    parser.on('doctype', rejectEntities);
    parser.on('opentag', (tag) => this.#open(tag));
    parser.on('closetag', (tag) => this.#close(tag.local));
    parser.on('text', (text) => this.#text(text));
    parser.on('cdata', (text) => this.#text(text));
  }

  /** Accepts a chunk of text; returns the output so far. @throws `validation_failed` if it is not a valid SVG */
  write(text: string): string {
    this.#parser.write(text);
    return this.#take();
  }

  /** Ends the text; returns the rest of the output and the size of the drawing. @throws `validation_failed` */
  end(): { rest: string; size: DrawingSize } {
    this.#parser.close();
    if (this.#size === null) throw refused('type', 'This is not an SVG; its first element must be svg.');
    this.#references.requireBounded();
    return { rest: this.#take(), size: this.#size };
  }

  #take(): string {
    const text = this.#output.join('');
    this.#output = [];
    return text;
  }

  #open(tag: SaxesTagNS): void {
    this.#elements += 1;
    if (this.#elements > ELEMENTS_MAX)
      throw refused('max_items', `Use an SVG of at most ${ELEMENTS_MAX} elements.`, { limit: ELEMENTS_MAX });
    if (this.#fates.length >= DEPTH_MAX)
      throw refused('max_depth', `Use an SVG whose elements are nested at most ${DEPTH_MAX} deep.`, {
        limit: DEPTH_MAX,
      });
    const attributes = Object.values(tag.attributes);
    const fate = this.#fateOf(tag, attributes);
    this.#fates.push(fate);
    if (fate === 'dropped') this.#droppedDepth += 1;
    if (fate === 'kept') this.#writeOpening(tag.local, attributes);
  }

  #fateOf(tag: SaxesTagNS, attributes: readonly SaxesAttributeNS[]): Fate {
    // People also write SVG without the namespace, so it is added here.
    const isSvg = tag.uri === SVG_NAMESPACE || (tag.uri === '' && tag.prefix === '');
    if (this.#fates.length === 0 && !(isSvg && tag.local === 'svg'))
      throw refused('type', 'This is not an SVG; its first element must be svg.');
    if (this.#droppedDepth > 0 || !isSvg || this.#styleSheet !== null) return 'dropped';
    if (UNWRAPPED.has(tag.local)) return 'unwrapped';
    if (!ELEMENTS.has(tag.local)) return 'dropped';
    return ANIMATIONS.has(tag.local) && !animatesSafely(attributes) ? 'dropped' : 'kept';
  }

  #writeOpening(element: string, attributes: readonly SaxesAttributeNS[]): void {
    if (attributes.length > ATTRIBUTES_MAX)
      throw refused('max_items', `Use an SVG whose elements have at most ${ATTRIBUTES_MAX} attributes.`, {
        limit: ATTRIBUTES_MAX,
      });
    const kept = new Map(attributes.flatMap((attribute) => cleanAttribute(element, attribute)));
    if (this.#fates.length === 1) this.#size = drawingSize(kept);
    this.#references.opened(element, kept);
    if (element === 'style') {
      this.#styleSheet = '';
      return;
    }
    const isRoot = this.#fates.length === 1;
    const namespace = isRoot ? ` xmlns="${SVG_NAMESPACE}" xmlns:xlink="${XLINK_NAMESPACE}"` : '';
    const written = [...kept].map(([name, value]) => ` ${name}="${escaped(value)}"`).join('');
    this.#output.push(`<${element}${namespace}${written}>`);
  }

  #close(element: string): void {
    const fate = this.#fates.pop();
    if (fate === 'dropped') this.#droppedDepth -= 1;
    if (fate !== 'kept') return;
    this.#references.closed();
    if (element === 'style') this.#writeStyleSheet();
    else this.#output.push(`</${element}>`);
  }

  #writeStyleSheet(): void {
    const sheet = cleanStyleSheet(this.#styleSheet ?? '');
    this.#styleSheet = null;
    if (sheet !== null) this.#output.push(`<style>${escaped(sheet)}</style>`);
  }

  #text(text: string): void {
    if (this.#droppedDepth > 0) return;
    if (this.#styleSheet !== null) this.#styleSheet += text;
    else if (this.#fates.length > 0) this.#output.push(escaped(text));
  }
}

/** The attribute as written, or empty if it is removed. */
function cleanAttribute(element: string, { local, prefix, uri, value }: SaxesAttributeNS): [string, string][] {
  if (uri === XML_NAMESPACE) return XML_ATTRIBUTES.has(local) ? [[`xml:${local}`, value]] : [];
  const isReference = local === 'href' && (uri === XLINK_NAMESPACE || uri === '');
  if (isReference) return isAllowedReference(element, value) ? [[uri === '' ? 'href' : 'xlink:href', value]] : [];
  if (uri !== '' || prefix !== '' || !isAllowedAttribute(local)) return [];
  return isSafeStyle(value) ? [[local, value]] : [];
}

/** Whether an animation changes an allowed attribute, and no URL or style. */
function animatesSafely(attributes: readonly SaxesAttributeNS[]): boolean {
  const name = attributes.find(({ local, uri }) => local === 'attributeName' && uri === '')?.value;
  return name === undefined || (isAllowedAttribute(name) && name !== 'style');
}

function rejectEntities(doctype: string): void {
  if (doctype.includes('['))
    throw refused('doctype', 'This SVG declares its own entities; save it without a document type.');
}

function escaped(text: string): string {
  return text.replaceAll(/[&<>"\r]/g, (character) => ESCAPES[character] ?? character);
}

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\r': '&#13;',
};

function refused<Rule extends RuleName>(rule: Rule, message: string, ...params: ParamsArgument<Rule>): Error {
  return invalid('file', rule, message, ...params);
}
