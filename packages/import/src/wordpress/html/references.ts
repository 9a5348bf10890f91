/**
 * Converts what HTML shows or links to: assets and entries of the site by key, everything else as a link. If a link may not have an
 * address, the link is dropped and its text kept.
 */

import { isLinkTarget } from '../../../../contract/src/link-address.ts';
import type { RichMark } from '../../rich-node.ts';
import { embeddingElements } from './elements.ts';
import type { Flow } from './flow.ts';
import { elementsIn, type HtmlElement } from './html-tree.ts';
import type { Losses } from './losses.ts';
import { addressPlace, assetBlock, hrefOf, isLink } from './nodes.ts';

/** How the conversion looks up the rest of the site. */
export interface HtmlContext {
  readonly losses: Losses;
  /** The key of the asset with that address or number; null if the export does not contain it. */
  readonly assetOf: (address: string, number: string | undefined) => string | null;
  /** The key of the entry or asset shown at an address of the site; null for any other address. */
  readonly targetOf: (address: string) => { readonly kind: 'entry' | 'asset'; readonly key: string } | null;
  /** The entry of a reusable block; null if the export does not contain it. */
  readonly blockEntryOf: (number: string) => string | null;
  /** The keys of the images in a gallery: those with the given numbers, or those of the post. */
  readonly galleryOf: (numbers: readonly string[] | null) => readonly string[];
}

/** Where the converted content is added. */
interface Place {
  readonly flow: Flow;
  readonly marks: readonly RichMark[];
}

export class References {
  readonly #context: HtmlContext;
  readonly #losses: Losses;

  constructor(context: HtmlContext) {
    this.#context = context;
    this.#losses = context.losses;
  }

  /** The mark for a link; null, after adding a note, if it cannot be a link. */
  linkMark(element: HtmlElement): RichMark | null {
    const address = hrefOf(element);
    if (element.attributes.href === undefined) {
      this.#losses.changed('a', 'it has no address; its text was kept without it.');
      return null;
    }
    const mark = this.markFor(address);
    if (mark === null)
      this.#losses.changed(
        'a',
        'the link was dropped, its text kept: no link here may have that address.',
        addressPlace(address),
      );
    return mark;
  }

  /** The mark for an address; null if a link may not have it. */
  markFor(address: string): RichMark | null {
    const target = this.#context.targetOf(address);
    if (target !== null)
      return { type: `${target.kind}Link`, attrs: { [target.kind]: { type: target.kind, id: target.key } } };
    return address !== '' && isLinkTarget(address) ? { type: 'link', attrs: { href: address } } : null;
  }

  /** WordPress embeds the target of an address on its own line, such as a video or a post. */
  embedMark(address: string): RichMark | null {
    const mark = this.markFor(address);
    if (mark !== null)
      this.#losses.add(
        'changed',
        'An address on a line of its own, which WordPress shows as what is there, became a link.',
        addressPlace(address),
      );
    return mark;
  }

  /** An image: a block if the export has it, otherwise a link. */
  image({ attributes }: HtmlElement, place: Place): void {
    const address = (attributes.src ?? attributes['data-src'] ?? '').trim();
    const alternative = (attributes.alt ?? '').trim();
    const number = /\bwp-image-(\d{1,20})\b/.exec(attributes.class ?? '')?.[1] ?? attributes['data-id'];
    if (/\b(?:emoji|wp-smiley)\b/.test(attributes.class ?? '') && alternative !== '') {
      this.#losses.changed('img', 'an image of an emoji became its text.');
      place.flow.text(alternative, place.marks);
      return;
    }
    const key = this.#context.assetOf(address, number);
    if (key !== null) place.flow.block(assetBlock(key));
    else this.#linked('img', { address, alternative }, place);
  }

  /** Converts content embedded from elsewhere to a link. */
  #linked(name: string, { address, alternative }: { address: string; alternative: string }, place: Place): void {
    const mark = this.markFor(address);
    const text = alternative === '' ? (mark === null ? '' : address) : alternative;
    if (mark === null)
      this.#losses.leftOut(name, 'its address cannot be a link; only its text was kept.', addressPlace(address));
    else
      this.#losses.changed(name, 'it is not among the files of the export and became a link.', addressPlace(address));
    const marks = place.marks.filter(({ type }) => !isLink(type));
    place.flow.text(` ${text} `, mark === null ? marks : [...marks, mark]);
  }

  /** A video, audio, frame or object: an asset if the export has it, otherwise a link. */
  embedded(element: HtmlElement, place: Place): void {
    const { name, attributes, children } = element;
    const source = elementsIn(children).find((child) => child.name === 'source' || child.name === 'embed');
    const address = (attributes[embeddingElements.get(name) ?? ''] ?? source?.attributes.src ?? '').trim();
    const key = this.#context.assetOf(address, undefined);
    if (key !== null) {
      place.flow.block(assetBlock(key));
      this.#losses.changed(name, 'it became its file.', addressPlace(address));
    } else this.#linked(name, { address, alternative: (attributes.title ?? '').trim() }, place);
  }
}
