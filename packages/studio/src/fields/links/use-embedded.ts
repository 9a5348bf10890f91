/** What a text shows of entries and files, and how they are found, uploaded and opened from it. */
import type { Asset } from '../../api/types.ts';
import type { FindLinks } from '../../rich-text/editor-props.ts';
import type { LinkCard } from '../../rich-text/nodes/cards.ts';
import type { Upload } from '../../rich-text/paste/uploads.ts';
import { useStatusWords } from '../status-badge.tsx';
import { useSurroundings } from '../surroundings.tsx';
import { type Card, outdateCard, readCard } from './cards.ts';
import { embeddedPicture, fileKind } from './embedded-files.ts';
import { findLinks } from './link-search.ts';
import type { LinkValue } from './link-value.ts';

/** @param locale of the text */
export function useEmbedded(locale: string) {
  const { place, types, locales, openEntry, addressOf } = useSurroundings();
  const statusWords = useStatusWords();
  const first = locales[0]?.code ?? locale;

  async function describe(link: LinkValue) {
    const card = await readCard(place, link, first);
    if (card === null) return null;
    if (card.file !== null) return { ...shownCard(card), ...embedded(card.file) };
    const picture = card.picture === null ? null : await readCard(place, { type: 'asset', id: card.picture }, first);
    return { ...shownCard(card), thumbnail: picture?.thumbnail?.src };
  }

  /** In another tab, as it is no part of the entry. It may be another one when the person comes back. */
  function openFile(link: LinkValue): void {
    window.open(addressOf(link), '_blank', 'noopener');
    outdateCard(place, link);
  }

  function embedded(file: Asset): Pick<LinkCard, 'picture' | 'kind'> {
    return { picture: embeddedPicture(file, locale, first), kind: fileKind(file) };
  }

  function shownCard({ title, detail, status, thumbnail }: Card): LinkCard {
    return { title, detail, status: status === null ? null : statusWords[status], thumbnail: thumbnail?.src };
  }

  async function find(...[words, kinds, signal]: Parameters<FindLinks>) {
    const found = await findLinks({ place, types, locale: first, words, kinds, signal });
    return found.map(({ link, card }) => ({ link, card: shownCard(card) }));
  }

  async function upload(...[pictures, progress]: Parameters<Upload>): Promise<readonly LinkValue[]> {
    const { uploadFile } = await import('../../api/upload.ts');
    const links: LinkValue[] = [];
    for (const [index, { file, alt }] of pictures.entries()) {
      const options = { alt: { [locale]: alt }, progress: (share: number) => progress(index, share) };
      links.push({ type: 'asset', id: (await uploadFile(place, file, options)).id });
    }
    return links;
  }

  const open = (link: LinkValue) => (link.type === 'entry' ? openEntry(link) : openFile(link));
  return { describe, find, upload, open };
}
