/** The field type `array`: values as chips, links as rows of cards. */
import { Trans, useLingui } from '@lingui/react/macro';
import { type ClipboardEvent, type KeyboardEvent, type ReactNode, useState } from 'react';
import { CloseIcon } from '../ui/icons.ts';
import { ActionIcon, Group, Stack, Text, TextInput } from '../ui/index.ts';
import { inputDirection } from './direction.ts';
import type { CellProps, InputProps, OperandProps, StudioFieldType } from './field-type.ts';
import styles from './fields.module.css';
import { itemModel, itemTypes } from './item-types.ts';
import { limitsOf } from './limits.ts';
import { LinkList } from './links/link-list.tsx';
import { LinkCell, LinkOperand } from './links/link-parts.tsx';
import { isInexact, parseNumber } from './numbers.ts';
import { TextOperand } from './operands.tsx';
import { CHOICES } from './operators.ts';
import { OrderedItems } from './ordered-items.tsx';
import { oncePressIsOver } from './press.ts';

export const arrayType: StudioFieldType = {
  name: 'array',
  Input: ArrayInput,
  Cell: ArrayCell,
  operators: CHOICES,
  Operand: ArrayOperand,
  comparison: 'items',
  text: (value) => itemsOf(value).map(itemText).join('\n'),
  length: { of: (value) => itemsOf(value).length, unit: 'items' },
};

function ArrayInput(properties: InputProps): ReactNode {
  const item = itemTypes[itemModel(properties.field).type];
  return item?.link === undefined ? (
    <Chips {...properties} numeric={item?.numeric === true} />
  ) : (
    <LinkList {...properties} kind={item.link} />
  );
}

interface ChipsProperties extends InputProps {
  readonly numeric: boolean;
}

function Chips({ numeric, ...input }: ChipsProperties): ReactNode {
  const items = itemsOf(input.value);
  const change = (next: readonly unknown[]) => input.onChange(next.length === 0 ? undefined : next);
  return (
    <Stack gap={4}>
      <OrderedItems
        items={items}
        labelledBy={input.labelledBy}
        layout="chips"
        readOnly={input.readOnly}
        useName={itemText}
        onChange={change}
        renderItem={(item, index) => (
          <Chip
            text={itemText(item)}
            locale={input.locale}
            readOnly={input.readOnly}
            onRemove={() => change(items.toSpliced(index, 1))}
          />
        )}
      />
      {!input.readOnly && <ChipInput {...input} numeric={numeric} />}
    </Stack>
  );
}

/** The line that values are typed in. Enter or a comma adds one, pasted lines add many at once, Backspace removes the last. */
function ChipInput({ numeric, ...input }: ChipsProperties): ReactNode {
  const { t, i18n } = useLingui();
  const items = itemsOf(input.value);
  const { typed, refused, type, add } = useTypedItems(input, numeric);
  const choices = limitsOf(itemModel(input.field)).in;
  const listId = `${input.id}-choices`;

  function onKeyDown(event: KeyboardEvent<HTMLInputElement>): void {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Enter' || (event.key === ',' && !numeric)) {
      event.preventDefault();
      add([typed]);
    } else if (event.key === 'Backspace' && typed === '' && items.length > 0) {
      input.onChange(items.length === 1 ? undefined : items.slice(0, -1));
    }
  }

  function onPaste(event: ClipboardEvent): void {
    const lines = event.clipboardData.getData('text').split(/[\n\t]+/);
    if (lines.length === 1) return;
    event.preventDefault();
    add([typed, ...lines]);
  }

  return (
    <>
      <TextInput
        id={input.id}
        aria-describedby={input.describedBy}
        lang={input.locale}
        dir={inputDirection(input.locale)}
        list={choices === undefined ? undefined : listId}
        inputMode={numeric ? 'decimal' : 'text'}
        value={typed}
        placeholder={
          items.length === 0 ? fallbackText(input.fallback, t`Type and press Enter`) : t`Type and press Enter`
        }
        error={refused === '' || refused !== typed ? input.invalid : unreadable()}
        onChange={(event) => type(event.currentTarget.value)}
        onKeyDown={onKeyDown}
        onPaste={onPaste}
        onBlur={() => add([typed])}
      />
      {choices !== undefined && (
        <datalist id={listId}>
          {choices.map((choice) => (
            <option key={choice} value={choice} />
          ))}
        </datalist>
      )}
    </>
  );

  function unreadable(): string {
    if (isInexact(refused, i18n.locale)) return t`${refused} has too many digits to be stored exactly.`;
    return t`${refused} is not a number.`;
  }
}

/** What is typed and is no item yet, which the draft keeps; what cannot be read as an item stays there. */
function useTypedItems({ value, unfinished, onChange, onUnfinished }: InputProps, numeric: boolean) {
  const { i18n } = useLingui();
  const [refused, setRefused] = useState('');
  const typed = unfinished?.texts[0] ?? '';
  const type = (text: string) => onUnfinished(text === '' ? undefined : { texts: [text], hidesValue: false });
  const add = (texts: readonly string[]) => {
    const wanted = texts.map((text) => text.trim()).filter((text) => text !== '');
    const values = wanted.map((text) => (numeric ? parseNumber(text, i18n.locale) : text));
    const unreadable = wanted.filter((_, index) => values[index] === null).join(', ');
    oncePressIsOver(() => setRefused(unreadable));
    const added = values.filter((one) => one !== null);
    if (added.length > 0) onChange([...itemsOf(value), ...added]);
    type(unreadable);
  };
  return { typed, refused, type, add };
}

interface ChipProperties {
  readonly text: string;
  readonly locale: string;
  readonly readOnly: boolean;
  onRemove(): void;
}

function Chip({ text, locale, readOnly, onRemove }: ChipProperties): ReactNode {
  const { t } = useLingui();
  return (
    <span className={styles.chip}>
      <Text size="sm" component="span" lang={locale} dir={inputDirection(locale)}>
        {text}
      </Text>
      {!readOnly && (
        <ActionIcon size="sm" aria-label={t`Remove ${text}`} onClick={onRemove}>
          <CloseIcon size={14} />
        </ActionIcon>
      )}
    </span>
  );
}

function ArrayCell({ field, value }: CellProps): ReactNode {
  const items = itemsOf(value);
  const [first] = items;
  if (first === undefined) return null;
  const link = itemTypes[itemModel(field).type]?.link;
  if (link === undefined)
    return (
      <Text size="sm" truncate="end" dir="auto">
        {items.map(itemText).join(', ')}
      </Text>
    );
  const more = items.length - 1;
  return (
    <Group gap={4} wrap="nowrap">
      <LinkCell field={field} value={first} />
      {more > 0 && (
        <Text size="xs" c="dimmed">
          <Trans>and {more} more</Trans>
        </Text>
      )}
    </Group>
  );
}

function ArrayOperand(properties: OperandProps): ReactNode {
  const model = itemModel(properties.field);
  return itemTypes[model.type]?.link === undefined ? (
    <TextOperand {...properties} field={model} />
  ) : (
    <LinkOperand {...properties} field={model} />
  );
}

function itemsOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function itemText(item: unknown): string {
  return typeof item === 'object' && item !== null && 'id' in item ? String(item.id) : String(item);
}

function fallbackText(fallback: unknown, otherwise: string): string {
  const items = itemsOf(fallback);
  return items.length === 0 ? otherwise : items.map(itemText).join(', ');
}
