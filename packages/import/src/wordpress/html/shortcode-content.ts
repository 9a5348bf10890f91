/** Converts shortcodes: WordPress's own become images, files and captions; those of plugins are kept as written, as code. */
import type { RichMark } from '../../rich-node.ts';
import type { Flow } from './flow.ts';
import type { Losses } from './losses.ts';
import { assetBlock, mediaAddress } from './nodes.ts';
import type { HtmlContext, References } from './references.ts';
import type { Shortcode } from './shortcodes.ts';

/** Where the content of a shortcode is added. */
interface Place {
  readonly flow: Flow;
  readonly marks: readonly RichMark[];
}

export class ShortcodeContent {
  readonly #context: HtmlContext;
  readonly #losses: Losses;
  readonly #references: References;
  /** The text of an open [caption] that has it as an attribute; it is placed below the image. */
  #pendingCaption = '';

  constructor(context: HtmlContext, references: References) {
    this.#context = context;
    this.#losses = context.losses;
    this.#references = references;
  }

  /** Converts one shortcode. */
  take(shortcode: Shortcode, place: Place): void {
    const { name, isClosing, source } = shortcode;
    if (name === 'caption' || name === 'wp_caption') this.#caption(shortcode, place);
    else if (name === 'gallery' && !isClosing) this.#gallery(shortcode, place);
    else if (name === 'embed') {
      this.#losses.add(
        'changed',
        `The shortcode [${isClosing ? '/' : ''}embed] was left out; the address in it became a link.`,
      );
      place.flow.close();
    } else if ((name === 'audio' || name === 'video') && !isClosing && mediaAddress(shortcode) !== '')
      this.#media(shortcode, place);
    else {
      this.#losses.add(
        'changed',
        `The shortcode [${isClosing ? '/' : ''}${name}] was kept as code: only WordPress can fill it.`,
      );
      place.flow.text(source, [...place.marks.filter(({ type }) => type !== 'code'), { type: 'code' }]);
    }
  }

  #caption({ isClosing, attributes }: Shortcode, place: Place): void {
    place.flow.close();
    this.endCaption(place);
    if (isClosing) return;
    this.#losses.add('changed', 'The shortcode [caption] was left out; its text became a paragraph after the image.');
    this.#pendingCaption = attributes.caption ?? '';
  }

  /** Closes an open caption. */
  endCaption({ flow, marks }: Pick<Place, 'flow' | 'marks'>): void {
    flow.text(this.#pendingCaption, marks);
    this.#pendingCaption = '';
    flow.close();
  }

  #gallery({ attributes, source }: Shortcode, place: Place): void {
    const numbers = (attributes.ids ?? attributes.include)?.split(/[\s,]+/).filter((number) => number !== '');
    const keys = this.#context.galleryOf(numbers ?? null);
    if (keys.length === 0) {
      this.#losses.add('changed', 'The shortcode [gallery] was kept as code: none of its images are in the export.');
      place.flow.text(source, [{ type: 'code' }]);
      return;
    }
    this.#losses.add('changed', 'The shortcode [gallery] became its images.');
    for (const key of keys) place.flow.block(assetBlock(key));
  }

  #media(shortcode: Shortcode, place: Place): void {
    const address = mediaAddress(shortcode);
    const key = this.#context.assetOf(address, undefined);
    this.#losses.add('changed', `The shortcode [${shortcode.name}] became its file, or a link to it.`);
    place.flow.close();
    if (key !== null) place.flow.block(assetBlock(key));
    else this.#plainLink(address, place);
  }

  #plainLink(address: string, place: Place): void {
    const mark = this.#references.markFor(address);
    place.flow.text(address, mark === null ? place.marks : [mark]);
    place.flow.close();
  }
}
