/**
 * Cleans one SVG as it comes: what is not on the list of `allowed.ts` is left out, with what is in it. Invariant: the
 * text that comes out was written here, element by element; nothing of the input is copied without being looked at.
 */
import { type SaxesAttributeNS, SaxesParser, type SaxesTagNS } from 'saxes';
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

/** What becomes of an element: kept, left out while its content stays, or left out whole. */
type Fate = 'kept' | 'unwrapped' | 'dropped';

/** Takes the text of an SVG piece by piece and gives that of the cleaned one. */
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
      throw refused('well_formed', `This is no well-formed SVG (${error.message.slice(0, 200)}); save it again.`);
    });
    parser.on('doctype', refuseEntities);
    parser.on('opentag', (tag) => this.#open(tag));
    parser.on('closetag', (tag) => this.#close(tag.local));
    parser.on('text', (text) => this.#text(text));
    parser.on('cdata', (text) => this.#text(text));
  }

  /** Takes a piece of text; gives what can be written so far. @throws `validation_failed` where it is no SVG we take */
  write(text: string): string {
    this.#parser.write(text);
    return this.#take();
  }

  /** Ends the text; gives the rest and what size the drawing has. @throws `validation_failed` */
  end(): { rest: string; size: DrawingSize } {
    this.#parser.close();
    if (this.#size === null) throw refused('type', 'This is no SVG: its first element is not svg.');
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
    if (this.#elements > ELEMENTS_MAX) throw refused('max_items', `Give an SVG of at most ${ELEMENTS_MAX} elements.`);
    if (this.#fates.length >= DEPTH_MAX)
      throw refused('max_depth', `Give an SVG whose elements lie at most ${DEPTH_MAX} deep.`);
    const attributes = Object.values(tag.attributes);
    const fate = this.#fateOf(tag, attributes);
    this.#fates.push(fate);
    if (fate === 'dropped') this.#droppedDepth += 1;
    if (fate === 'kept') this.#writeOpening(tag.local, attributes);
  }

  #fateOf(tag: SaxesTagNS, attributes: readonly SaxesAttributeNS[]): Fate {
    // An SVG that forgot its namespace is one all the same to people, and is given it here.
    const isSvg = tag.uri === SVG_NAMESPACE || (tag.uri === '' && tag.prefix === '');
    if (this.#fates.length === 0 && !(isSvg && tag.local === 'svg'))
      throw refused('type', 'This is no SVG: its first element is not svg.');
    if (this.#droppedDepth > 0 || !isSvg || this.#styleSheet !== null) return 'dropped';
    if (UNWRAPPED.has(tag.local)) return 'unwrapped';
    if (!ELEMENTS.has(tag.local)) return 'dropped';
    return ANIMATIONS.has(tag.local) && !animatesSafely(attributes) ? 'dropped' : 'kept';
  }

  #writeOpening(element: string, attributes: readonly SaxesAttributeNS[]): void {
    if (attributes.length > ATTRIBUTES_MAX)
      throw refused('max_items', `Give an SVG whose elements have at most ${ATTRIBUTES_MAX} attributes.`);
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

/** The attribute as it is written, or nothing where it goes. */
function cleanAttribute(element: string, { local, prefix, uri, value }: SaxesAttributeNS): [string, string][] {
  if (uri === XML_NAMESPACE) return XML_ATTRIBUTES.has(local) ? [[`xml:${local}`, value]] : [];
  const isReference = local === 'href' && (uri === XLINK_NAMESPACE || uri === '');
  if (isReference) return isAllowedReference(element, value) ? [[uri === '' ? 'href' : 'xlink:href', value]] : [];
  if (uri !== '' || prefix !== '' || !isAllowedAttribute(local)) return [];
  return isSafeStyle(value) ? [[local, value]] : [];
}

/** Whether an animation changes an attribute that may stand in a drawing, and leaves addresses and styles alone. */
function animatesSafely(attributes: readonly SaxesAttributeNS[]): boolean {
  const name = attributes.find(({ local, uri }) => local === 'attributeName' && uri === '')?.value;
  return name === undefined || (isAllowedAttribute(name) && name !== 'style');
}

function refuseEntities(doctype: string): void {
  if (doctype.includes('['))
    throw refused('doctype', 'This SVG declares entities of its own; save it without a document type.');
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

function refused(rule: string, message: string): Error {
  return invalid('file', rule, message);
}
