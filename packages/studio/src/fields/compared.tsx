/** Two values of a field as readers of Studio see them, with what differs marked. */
import type { ReactNode } from 'react';
import { onDemand, Text } from '../ui/index.ts';
import { withWords } from './blocks/with-words.ts';
import styles from './compared.module.css';
import { comparedItems, comparedLines, comparedWords, type Part } from './compared-parts.ts';
import { ComparedText } from './compared-text.tsx';
import type { ValueModel } from './field-type.ts';
import { itemModel } from './item-types.ts';
import { Marked } from './marked.tsx';
import { fieldTypeOf } from './registry.ts';
import { OneValue } from './shown-value.tsx';

const ComparedStructure = onDemand(
  withWords(async () => (await import('./blocks/compared-structure.tsx')).ComparedStructure),
);

interface ComparedProperties {
  readonly field: ValueModel;
  readonly before: unknown;
  readonly after: unknown;
  /** Stands for `before` where that is no value, but what was typed. */
  readonly typed?: string | undefined;
  /** Whether the value stands inside of one that belongs to one locale. */
  readonly isWithin?: boolean | undefined;
  /** Puts one block of the value back as it was before. */
  readonly onPutBack?: ((id: string) => void) | undefined;
}

export function Compared({ field, before, after, typed, isWithin, onPutBack }: ComparedProperties): ReactNode {
  const type = fieldTypeOf(field);
  if (typed !== undefined) return <Words parts={comparedWords(typed, type.text(after))} />;
  switch (type.comparison) {
    case 'blocks':
      return <ComparedText before={before} after={after} />;
    case 'structure':
      return (
        <ComparedStructure
          field={field}
          before={before}
          after={after}
          isWithin={isWithin}
          onPutBack={onPutBack}
          Value={Compared}
        />
      );
    case 'items':
      return <Items field={itemModel(field)} before={listOf(before)} after={listOf(after)} />;
    case 'whole':
      return <Items field={field} before={[before]} after={[after]} />;
    case 'lines':
      return <Words parts={comparedLines(type.text(before), type.text(after))} isCode />;
    default:
      return <Words parts={comparedWords(type.text(before), type.text(after))} />;
  }
}

interface WordsProperties {
  readonly parts: readonly Part<string>[];
  readonly isCode?: boolean;
}

function Words({ parts, isCode = false }: WordsProperties): ReactNode {
  return (
    <Text size="sm" component="div" dir="auto" className={isCode ? styles.code : styles.words}>
      {parts.map(({ kind, value }, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: parts have no identity but their place
        <Marked key={place} kind={kind}>
          {value}
        </Marked>
      ))}
    </Text>
  );
}

interface ItemsProperties {
  readonly field: ValueModel;
  readonly before: readonly unknown[];
  readonly after: readonly unknown[];
}

/** Values that are the same or not, each as it is shown anywhere. */
function Items({ field, before, after }: ItemsProperties): ReactNode {
  const [olds, news] = [before, after].map((items) => items.filter((item) => item !== undefined));
  const parts = comparedItems(olds ?? [], news ?? []);
  return (
    <div className={styles.items}>
      {parts.flatMap(({ kind, value }, part) =>
        value.map((item, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: parts have no identity but their place
          <Marked key={`${part} ${place}`} kind={kind} isBlock>
            <OneValue field={field} value={item} />
          </Marked>
        )),
      )}
    </div>
  );
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
