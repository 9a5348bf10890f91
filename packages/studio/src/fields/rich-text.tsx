/** The field type `rich_text`: a document. Its editor is loaded when it is needed. */
import { type ReactNode, useRef, useState } from 'react';
import { sameJson } from '../drafts/same-json.ts';
import type { RichTextNode } from '../rich-text/document/grammar.ts';
import type { FindLinks } from '../rich-text/editor-props.ts';
import type { LinkCard } from '../rich-text/nodes/cards.ts';
import type { Picture } from '../rich-text/paste/uploads.ts';
import { inPlace, Text } from '../ui/index.ts';
import { directionOf } from './direction.ts';
import { documentText } from './document-text.ts';
import type { CellProps, InputProps, StudioFieldType, ValueModel } from './field-type.ts';
import { limitsOf } from './limits.ts';
import { type Card, readCard } from './links/cards.ts';
import { findLinks } from './links/link-search.ts';
import type { LinkValue } from './links/link-value.ts';
import { pickers } from './links/pickers.ts';
import { useOpenEntry } from './open-entry.tsx';
import { PRESENCE } from './operators.ts';
import { useStatusWords } from './status-badge.tsx';
import { useSurroundings } from './surroundings.tsx';

const EDITOR_HEIGHT = 160;
const RichTextEditor = inPlace(
  EDITOR_HEIGHT,
  async () => (await import('../rich-text/rich-text-editor.tsx')).RichTextEditor,
);
const CELL_CHARACTERS = 200;

export const richTextType: StudioFieldType = {
  name: 'rich_text',
  Input: RichTextInput,
  Cell: RichTextCell,
  operators: PRESENCE,
  text: documentText,
};

function RichTextInput({ field, value, locale, invalid, readOnly, onChange, ...input }: InputProps): ReactNode {
  const { place, types, locales, openEntry } = useSurroundings();
  const statusWords = useStatusWords();
  const { draft } = useOpenEntry();
  const picking = usePicking(field);
  const { nodes, marks } = limitsOf(field);

  async function describe(link: LinkValue) {
    const card = await readCard(place, link, locales[0]?.code ?? locale);
    return card && shownCard(card);
  }

  function shownCard({ title, detail, status, thumbnail }: Card): LinkCard {
    return { title, detail, status: status === null ? null : statusWords[status], thumbnail: thumbnail?.src };
  }

  async function find(...[words, kinds, signal]: Parameters<FindLinks>) {
    const found = await findLinks({ place, types, locale: locales[0]?.code ?? locale, words, kinds, signal });
    return found.map(({ link, card }) => ({ link, card: shownCard(card) }));
  }

  async function upload(pictures: readonly Picture[]): Promise<readonly LinkValue[]> {
    const { uploadFile } = await import('../api/upload.ts');
    const links: LinkValue[] = [];
    for (const { file, alt } of pictures)
      links.push({ type: 'asset', id: (await uploadFile(place, file, { alt: { [locale]: alt } })).id });
    return links;
  }

  return (
    <div id={input.id}>
      <RichTextEditor
        value={isDocument(value) ? value : null}
        onChange={(document) => onChange(document ?? undefined)}
        onLateChange={(document, last) => {
          // Unless the text has become another one meanwhile.
          if (sameJson(draft.value(field.id, locale) ?? null, last)) onChange(document ?? undefined);
        }}
        nodes={nodes}
        marks={marks}
        labelledBy={input.labelledBy}
        describedBy={input.describedBy}
        isInvalid={invalid}
        locale={locale}
        direction={directionOf(locale)}
        readOnly={readOnly}
        describe={describe}
        pick={picking.pick}
        find={find}
        upload={upload}
        open={(link) => (link.type === 'entry' ? openEntry(link) : undefined)}
      />
      {picking.dialog}
    </div>
  );
}

/** Lets the person choose what a link in the text leads to. */
function usePicking(field: ValueModel) {
  const [kind, setKind] = useState<LinkValue['type'] | null>(null);
  const answer = useRef<(link: LinkValue | null) => void>(() => undefined);

  function finish(link: LinkValue | null): void {
    setKind(null);
    answer.current(link);
  }

  const Picker = kind === null ? null : pickers[kind];
  const anything: ValueModel = { id: field.id, name: field.name, type: kind ?? 'entry' };
  return {
    pick: (wanted: LinkValue['type']) =>
      new Promise<LinkValue | null>((resolve) => {
        answer.current = resolve;
        setKind(wanted);
      }),
    dialog: Picker !== null && <Picker field={anything} several={false} onPick={finish} onClose={() => finish(null)} />,
  };
}

function RichTextCell({ value }: CellProps): ReactNode {
  return (
    <Text size="sm" truncate="end" dir="auto">
      {documentText(value).slice(0, CELL_CHARACTERS)}
    </Text>
  );
}

function isDocument(value: unknown): value is RichTextNode {
  return typeof value === 'object' && value !== null && 'type' in value && value.type === 'doc';
}
