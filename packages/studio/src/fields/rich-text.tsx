/** The field type `rich_text`: a document. Its editor is loaded when it is needed. */
import { type ReactNode, useRef, useState } from 'react';
import { sameJson } from '../../../contract/src/same-json.ts';
import type { RichTextNode } from '../rich-text/document/grammar.ts';
import { inPlace, Text } from '../ui/index.ts';
import { directionOf } from './direction.ts';
import { documentText } from './document-text.ts';
import type { CellProps, InputProps, StudioFieldType, ValueModel } from './field-type.ts';
import { limitsOf } from './limits.ts';
import type { LinkValue } from './links/link-value.ts';
import { pickers } from './links/pickers.ts';
import { useEmbedded } from './links/use-embedded.ts';
import { useLevel, useOpenEntry } from './open-entry.tsx';
import { PRESENCE } from './operators.ts';
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
  comparison: 'blocks',
  text: documentText,
};

function RichTextInput({ field, value, locale, invalid, readOnly, onChange, ...input }: InputProps): ReactNode {
  const { describe, find, upload, open } = useEmbedded(locale);
  const { draft } = useOpenEntry();
  const { values } = useLevel();
  const { fullScreen, assist: Assist } = useSurroundings();
  const picking = usePicking(field);
  const { nodes, marks } = limitsOf(field);

  return (
    <div id={input.id}>
      <RichTextEditor
        value={isDocument(value) ? value : null}
        onChange={(document) => onChange(document ?? undefined)}
        onLateChange={(document, last) => {
          // Unless the text has become another one meanwhile.
          if (sameJson(values.value(field.id, locale) ?? null, last)) onChange(document ?? undefined);
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
        full={
          fullScreen && {
            isFull: fullScreen.shown === input.id,
            change: (isFull) => fullScreen.show(isFull ? input.id : null),
            saveState: <fullScreen.SaveState draft={draft} />,
          }
        }
        upload={upload}
        assist={Assist && ((tool) => <Assist id={field.id} locale={locale} tool={tool} />)}
        open={open}
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
