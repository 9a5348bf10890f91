/** How blocks and components are called and found. Pure. */
import type { ContentType, Field } from '../../api/types.ts';
import { documentText } from '../document-text.ts';
import { textOf } from '../text-value.ts';
import { firstWords } from './block-value.ts';
import { type Block, blockList, fieldsOf } from './blocks-in.ts';

/** Of a line that says what a block is. */
const SUMMARY_CHARACTERS = 120;
/** Of those words in a name. */
const NAME_CHARACTERS = 48;

interface Known {
  readonly types: readonly ContentType[];
  /** Whose words are shown: the first that has some. */
  readonly locales: readonly string[];
}

/** The components whose name or description has all of the words, those first whose name begins with them. */
export function componentsFor(words: string, components: readonly ContentType[]): readonly ContentType[] {
  const parts = words.toLocaleLowerCase().split(/\s+/).filter(Boolean);
  const found = components.filter(({ name, api_id, description }) => {
    const text = `${name} ${api_id} ${description}`.toLocaleLowerCase();
    return parts.every((part) => text.includes(part));
  });
  const isFirst = ({ name }: ContentType) => name.toLocaleLowerCase().startsWith(parts.join(' '));
  return [...found.filter(isFirst), ...found.filter((one) => !isFirst(one))];
}

/**
 * What a block is called where only its name is shown: by its component and its first words, such as “Hero · Know the tide”.
 * @param list one that it stands in: among several it is called by its place too, such as “Hero 2 · Know the tide”
 */
export function blockName(block: Block, known: Known, list: readonly Block[] = []): string {
  const component = known.types.find(({ api_id }) => api_id === block.type)?.name ?? block.type;
  const place = list.length > 1 ? list.findIndex(({ id }) => id === block.id) + 1 : 0;
  const name = place > 0 ? `${component} ${place}` : component;
  const summary = blockSummary(block, known);
  if (summary === '') return name;
  return `${name} · ${summary.length > NAME_CHARACTERS ? `${summary.slice(0, NAME_CHARACTERS).trimEnd()}…` : summary}`;
}

/** What a block is, in a line: its first words; '' where it has none yet. */
export function blockSummary(block: Block, known: Known): string {
  const type = known.types.find(({ api_id }) => api_id === block.type);
  if (type === undefined) return '';
  const words = firstWords(block.fields, type, {
    locales: known.locales,
    textOf: (value, field) => valueWords(value, field, known),
  });
  return words.replaceAll(/\s+/g, ' ').slice(0, SUMMARY_CHARACTERS);
}

function valueWords(value: unknown, field: Field, known: Known): string {
  if (field.type === 'blocks') {
    return (
      blockList(value)
        .map((block) => blockSummary(block, known))
        .find((summary) => summary !== '') ?? ''
    );
  }
  if (field.type === 'component')
    return blockSummary({ id: '', type: field.component ?? '', fields: fieldsOf(value) }, known);
  return saidBy(value, field);
}

/** The words of a value that is words for people; '' for any other. */
function saidBy(value: unknown, { type }: Pick<Field, 'type'>): string {
  if (type === 'rich_text') return documentText(value);
  return type === 'string' || type === 'text' ? textOf(value) : '';
}

/** All words of a block, a line for each value, as people read them: for the clipboard, and to be found in the page. */
export function blockText(block: Block, known: Known): string {
  const type = known.types.find(({ api_id }) => api_id === block.type);
  if (type === undefined) return '';
  return type.fields
    .flatMap((field) => {
      const value = block.fields[field.id];
      const byLocale = typeof value === 'object' && value !== null && field.localized ? value : {};
      const locale = known.locales.find((code) => code in byLocale);
      const shown = locale === undefined ? value : (byLocale as Record<string, unknown>)[locale];
      if (field.type === 'blocks') return blockList(shown).map((inner) => blockText(inner, known));
      if (field.type === 'component')
        return [blockText({ id: '', type: field.component ?? '', fields: fieldsOf(shown) }, known)];
      return [saidBy(shown, field)];
    })
    .filter((text) => text !== '')
    .join('\n');
}
